import { Refusal } from './api';
import type { Sitting } from './sitting.svelte';
import type { ChatResponse, CompanyResponse, PlayerInfo } from './types';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The people at a match of a site: who plays and watches, their clocks, what they propose and say. */
export class Company {
  told = $state.raw<CompanyResponse | null>(null);
  chat = $state.raw<ChatResponse | null>(null);
  wrong = $state('');
  busy = $state(false);
  /** The time of the server, in seconds. */
  now = $state(Date.now() / 1000);
  private ahead = 0;

  proposal = $derived(this.told?.proposals.find((one) => one.state === 'open') ?? null);
  /** What was answered last, as long as nothing else is open. */
  settled = $derived(this.proposal ? null : (this.told?.proposals[0] ?? null));
  /** What is left on this player's clock, while it runs. */
  running = $derived.by(() => {
    const player = this.told?.players.find((one) => one.mine && one.seat === this.told?.seat);
    return player && player.deadline > 0 && !this.told?.over ? clockText(leftNow(player, this.now)) : '';
  });
  unread = $derived(this.told?.unread ?? 0);

  constructor(private readonly sitting: Sitting) {}

  tick(): void {
    this.now = Date.now() / 1000 + this.ahead;
  }

  private take(told: CompanyResponse): void {
    this.told = told;
    this.ahead = told.now - Date.now() / 1000;
    this.tick();
  }

  async load(): Promise<void> {
    await this.attempt(async () => this.take(await this.sitting.api.company()));
  }

  /** One request at a time; a refusal is shown. */
  private async attempt(work: () => Promise<void>): Promise<boolean> {
    this.wrong = '';
    try {
      await work();
      return true;
    } catch (refused) {
      this.wrong = refused instanceof Refusal ? refused.message : String(refused);
      return false;
    }
  }

  async change(work: () => Promise<CompanyResponse>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    await this.attempt(async () => this.take(await work()));
    this.busy = false;
  }

  propose = (kind: 'takeback' | 'draw', target: number | null = null) =>
    this.change(() => this.sitting.api.propose(kind, target));
  answer = (n: number, agree: boolean) => this.change(() => this.sitting.api.answer(n, agree));
  withdraw = (n: number) => this.change(() => this.sitting.api.withdraw(n));
  callOff = () => this.change(() => this.sitting.api.callOff());

  /** The messages, which are read as soon as they are shown. */
  async read(): Promise<void> {
    await this.attempt(async () => {
      this.chat = await this.sitting.api.chat();
      const last = Math.max(0, ...this.chat.messages.filter((one) => !one.watching).map((one) => one.n));
      if (this.sitting.onlooker || last <= this.chat.read) return;
      this.chat = await this.sitting.api.chatRead(last);
      if (this.told) this.told = { ...this.told, unread: 0 };
    });
  }

  say(text: string): Promise<boolean> {
    return this.attempt(async () => {
      this.chat = await this.sitting.api.say(text);
    });
  }
}

/** What is left on a clock now, in seconds. */
export function leftNow(player: PlayerInfo, now: number): number {
  return player.deadline > 0 ? player.left - Math.max(0, now - player.since) : player.left;
}

/** A time that is left, as a clock shows it: days and hours, or hours and minutes, or minutes and seconds. */
export function clockText(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const two = (number: number) => String(number).padStart(2, '0');
  const hours = Math.floor((left % DAY) / HOUR);
  if (left >= DAY) return `${Math.floor(left / DAY)} d${hours ? ` ${hours} h` : ''}`;
  if (left >= HOUR) return `${Math.floor(left / HOUR)} h ${two(Math.floor((left % HOUR) / MINUTE))} min`;
  return `${Math.floor(left / MINUTE)}:${two(left % MINUTE)}`;
}

/** How long ago something was, roughly. */
export function ago(seconds: number): string {
  if (seconds < 2 * MINUTE) return 'just now';
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} minutes ago`;
  if (seconds < 2 * HOUR) return 'an hour ago';
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} hours ago`;
  if (seconds < 2 * DAY) return 'yesterday';
  return `${Math.floor(seconds / DAY)} days ago`;
}
