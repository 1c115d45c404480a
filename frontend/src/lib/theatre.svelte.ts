import type { SeatApi } from './api';
import { settled } from './motion';
import type { BattleCard, BattleLine, LogLine } from './types';

/** How long a line of a card stands alone, in milliseconds; dice take longer to fall. */
const LINE = 420;
const DICE = 1050;
const MOST = 5200;

/** The lines of a card in the order in which they happened. */
export const inOrder = (card: BattleCard): BattleLine[] =>
  card.stages.flatMap((stage) => stage.lines).sort((a, b) => a.entry - b.entry);

/** The battle the log tells of last; 0 if there was none. */
const latest = (log: readonly LogLine[]) => Math.max(0, ...log.slice(-400).map((line) => line.battle));

/** The stage on which battles are shown: one card at a time, its lines one after the other. */
export class Theatre {
  card = $state.raw<BattleCard | null>(null);
  /** Lines that have been shown, and the line whose dice are falling. */
  told = $state(0);
  rolling = $state(-1);
  /** How often a battle was asked for. */
  reopened = $state(0);
  private known = 0;
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly api: () => SeatApi) {}

  get playing(): boolean {
    return this.card !== null && this.told < inOrder(this.card).length;
  }

  /** The log has grown: a new battle is shown as it is fought, one under way goes on. */
  async follow(log: readonly LogLine[], first: boolean): Promise<void> {
    const last = latest(log);
    const fresh = last > this.known;
    this.known = Math.max(this.known, last);
    if (first) {
      // on sitting down only a battle that is still going on
      if (last && log.at(-1)?.battle === last) await this.show(last, false, true);
    } else if (fresh) await this.show(last, true);
    else if (this.card && !this.card.over) await this.show(this.card.entry, true);
  }

  /** Show a battle, as if it were fought now or as it was. Gives its card. */
  async show(entry: number, play: boolean, unlessOver = false): Promise<BattleCard | null> {
    const number = ++this.asked;
    const card = await this.api()
      .battle(entry)
      .catch(() => null);
    if (number !== this.asked || !card || (unlessOver && card.over)) return null;
    const same = this.card?.entry === card.entry;
    this.card = card;
    if (!same || !play) this.told = 0;
    this.halt();
    if (play && !settled()) this.play();
    else this.told = inOrder(card).length;
    return card;
  }

  /** A battle of the past, asked for. */
  async reopen(entry: number): Promise<void> {
    await this.show(entry, false);
    this.reopened++;
  }

  close(): void {
    this.asked++;
    this.halt();
    this.card = null;
  }

  /** Everything at once. */
  finish(): void {
    this.halt();
    if (this.card) this.told = inOrder(this.card).length;
  }

  /** Battles up to here need not be shown when they arrive. */
  pass(log: readonly LogLine[]): void {
    this.known = Math.max(this.known, latest(log));
  }

  private halt(): void {
    clearTimeout(this.timer);
    this.rolling = -1;
  }

  private play(): void {
    const lines = inOrder(this.card!);
    const left = lines.slice(this.told);
    const whole = left.reduce((sum, line) => sum + (line.dice.length > 0 ? DICE : LINE), 0);
    const haste = Math.min(1, MOST / Math.max(1, whole));
    const step = () => {
      if (this.told >= lines.length) return this.halt();
      const dice = lines[this.told]!.dice.length > 0;
      this.rolling = dice ? this.told : -1;
      this.told++;
      this.timer = setTimeout(step, (dice ? DICE : LINE) * haste);
    };
    // the declared battle is seen before anything happens
    this.timer = setTimeout(step, this.told === 0 ? 700 * haste : 60);
  }
}
