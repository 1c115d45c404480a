import { beats, PACES, placesOf, unitsOf, type Beat, type Pace } from './beats';
import { look, seen, wishes } from './settings.svelte';
import type { Sitting } from './sitting.svelte';
import type { View } from './types';

/** Kinds of games in which others are followed: not on boards of one's own, nor in a lesson. */
const PLAYED = ['table', 'import', 'match'];
/** How far a game of computers has been watched, from whichever seat. */
const WATCHED = '*';

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Plays back what others did: their moves and battles, one after the other, until the present is reached. */
export class Follower {
  list = $state.raw<Beat[]>([]);
  at = $state(-1);
  running = $state(false);
  paused = $state(false);
  /** Looking on at a game of computers: never at an end before the game is. */
  watching = $state(false);
  /** Something else has to be read first. */
  waiting = $state(false);
  private shown = 0;
  private run = 0;
  private own = false;
  private held = false;

  constructor(private readonly sitting: Sitting) {}

  get beat(): Beat | undefined {
    return this.list[this.at];
  }
  private get pace(): Pace {
    return this.watching && wishes.follow === 'off' ? 'normal' : wishes.follow;
  }
  private get mayFollow(): boolean {
    return (
      this.watching || (wishes.follow !== 'off' && !this.sitting.hotseat && PLAYED.includes(this.sitting.saved.kind))
    );
  }

  /** What comes next is the answer to the player's own action. */
  mine(): void {
    this.own = true;
  }

  /** A view is about to become the present one: what is seen stays until it has been played back. */
  arriving(before: View, view: View, first: boolean): void {
    const own = this.own;
    this.own = false;
    if (first) {
      this.stop();
      this.shown = view.moment;
      return;
    }
    if (own && !this.running) this.shown = view.moment;
    else if (this.mayFollow && view.moment > this.shown && !this.sitting.past && !before.result) {
      this.held = true;
      this.sitting.past = before;
    }
  }

  /** The log of the present view is there. */
  async told(first: boolean): Promise<void> {
    const { sitting } = this;
    const { log, now } = sitting;
    if (first) {
      const happened = log.some((line) => line.entry > 0);
      const fresh = sitting.missed === null && sitting.since === null && happened;
      if (fresh) sitting.missed = 0;
      // somebody else moved first: a longer game that this browser has not seen is offered, not played
      const opening = fresh && sitting.opponents && now.turn === log[0]!.turn && now.draft.actions.length === 0;
      if (this.watching || (opening && this.mayFollow))
        await this.play(this.watching ? (seen(sitting.saved.id, WATCHED) ?? 0) : 0);
      else await sitting.theatre.follow(log, true);
      return;
    }
    if (this.running) {
      this.list = [...this.list.slice(0, this.at + 1), ...beats(log, this.beat?.entry ?? this.shown)];
      return;
    }
    if (this.held) {
      this.held = false;
      const from = this.shown;
      if (beats(log, from).length > 0) {
        if (now.asked.length > 0) sitting.missed = from;
        await this.play(from);
      } else {
        this.shown = now.moment;
        sitting.past = null;
      }
      return;
    }
    await sitting.theatre.follow(log, false);
  }

  /** Play from a moment up to now. */
  async play(from: number): Promise<void> {
    const run = ++this.run;
    const { sitting } = this;
    this.list = beats(sitting.log, from);
    this.at = -1;
    this.shown = from;
    this.running = true;
    this.paused = false;
    sitting.theatre.close();
    if (this.list.length > 0) await sitting.visitAfter(from, () => run === this.run).catch(() => null);
    while (run === this.run) {
      if (this.paused || this.waiting) {
        await pause(80);
        continue;
      }
      if (this.at + 1 >= this.list.length) {
        if (!this.watching || sitting.now.result) break;
        this.shown = sitting.now.moment;
        await pause(120);
        continue;
      }
      await this.step(run);
      await this.rest(run);
    }
    if (run === this.run) this.end();
  }

  /** The next beat, by hand. */
  async next(): Promise<void> {
    this.paused = true;
    if (this.at + 1 < this.list.length) await this.step(this.run);
  }

  private async step(run: number): Promise<void> {
    const { sitting } = this;
    const beat = this.list[++this.at]!;
    const [units, places] = [unitsOf(beat), placesOf(beat)];
    sitting.show(units, places);
    // a battle is announced before the position changes
    if (beat.battle) {
      sitting.center(units, places);
      await sitting.theatre.show(beat.battle, true);
    }
    await sitting.visitAfter(beat.entry, () => run === this.run).catch(() => null);
    if (run !== this.run) return;
    this.shown = sitting.view.moment;
    if (this.watching) look(sitting.saved.id, WATCHED, this.shown);
    if (!beat.battle) sitting.center(units, places);
  }

  /** As long as a beat is looked at; a pause, and a battle that is still being told, hold it longer. */
  private async rest(run: number): Promise<void> {
    const pace = this.pace === 'off' ? 'fast' : this.pace;
    let left = PACES[pace] * (this.beat?.battle ? 2 : 1);
    while (left > 0 && run === this.run && !this.paused) {
      await pause(40);
      if (this.sitting.theatre.playing && pace !== 'fast' && pace !== 'rapid') continue;
      left -= 40;
    }
  }

  private end(): void {
    this.running = false;
    this.shown = this.sitting.now.moment;
    this.sitting.theatre.pass(this.sitting.log);
    this.sitting.dark();
    this.sitting.resume();
  }

  /** To the present at once. Whether there was anything to skip. */
  skip(): boolean {
    if (!this.running || this.watching) return false;
    this.stop();
    this.end();
    return true;
  }

  /** Watching: everything that has been played so far at once. */
  catchUp(): void {
    this.at = this.list.length - 1;
    this.shown = this.sitting.now.moment;
    this.sitting.past = null;
    this.sitting.theatre.close();
  }

  stop(): void {
    this.run++;
    this.running = false;
    this.held = false;
  }
}
