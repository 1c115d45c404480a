import { lookOn, Refusal, SeatApi, seatApis } from './api';
import { ahead } from './battle';
import * as decide from './decide';
import type { Choice, Progress } from './decide';
import { Follower } from './follower.svelte';
import { look, seen, wishes } from './settings.svelte';
import { stacks, tokensBy, unchanged, whereabouts } from './stacks';
import { TableIndex } from './tableindex';
import { Theatre } from './theatre.svelte';
import type {
  AlongRequest,
  Answer,
  Decision,
  Declared,
  Group,
  HintResponse,
  LogLine,
  LogResponse,
  Objection,
  Overlay,
  PieceAt,
  Saved,
  View,
} from './types';

export interface Reason {
  title: string;
  objections: Objection[];
}
export interface Light {
  units: string[];
  places: string[];
}

const DARK: Light = { units: [], places: [] };

/** A player at the table: what the seat sees, what is asked, and what the hands are doing. */
export class Sitting {
  saved = $state.raw<Saved>()!;
  index!: TableIndex;
  seat = $state('');
  now = $state.raw<View>()!;
  past = $state.raw<View | null>(null);
  log = $state.raw<LogLine[]>([]);
  progress = $state.raw<Progress | null>(null);
  aim = $state('');
  reason = $state.raw<Reason | null>(null);
  hint = $state.raw<HintResponse | null>(null);
  pondering = $state(false);
  busy = $state(false);
  lost = $state('');
  /** The site does not know this browser as the player any more: the session was ended, or somebody else logged in. */
  ended = $state(false);
  curtain = $state('');
  fan = $state('');
  menu = $state.raw<{ place: string; choices: Choice[] } | null>(null);
  selected = $state('');
  hover = $state('');
  private pointed = $state.raw<Light>(DARK);
  /** What a lesson speaks of. */
  taught = $state.raw<Light>(DARK);
  light: Light = $derived({
    units: [...this.pointed.units, ...this.taught.units, ...(this.hint?.hint.units ?? [])],
    places: [...this.pointed.places, ...this.taught.places, ...(this.hint?.hint.places ?? [])],
  });
  shown = $state.raw<string[]>([]);
  overlays = $state.raw<Overlay[]>([]);
  reach = $state.raw<Overlay | null>(null);
  battle = $state('');
  /** The attack in the planner, before it is declared. */
  planned = $state.raw<Declared | null>(null);
  missed = $state<number | null>(null);
  spoken = $state('');
  /** Watching a match of others: nothing can be done here. */
  onlooker = $state(false);
  /** What was asked about before it is done. */
  sure = $state('');
  goto = $state.raw<{ places: string[]; some: boolean } | null>(null);

  view = $derived(this.past ?? this.now);
  decision: Decision | null = $derived(this.past ? null : decide.asked(this.now));
  lit = $derived(decide.lit(this.decision, this.progress, this.aim));
  stacks = $derived(stacks(this.view.pieces));
  tokens = $derived(tokensBy(this.view.tokens));
  where = $derived(whereabouts(this.view.pieces));
  mine = $derived(this.index.table.seats.find((seat) => seat.id === this.seat)?.side ?? '');
  finish = $derived(this.decision ? decide.finish(this.decision, this.progress) : '');

  readonly theatre = new Theatre(() => this.api);
  readonly follower = new Follower(this);
  /** The moment this seat saw last before it sat down. */
  since: number | null = null;
  /** How far the site knows this seat to have seen its match, on whatever device; below 0 for not at all. */
  private known = -1;
  /** By seat; set anew as a whole when seats change hands. */
  private apis: Map<string, SeatApi>;
  /** Takes a click on a place for something else than the game: true if it did. */
  catcher: ((place: string) => boolean) | null = null;
  private closed = false;
  private undone = -1;
  private asking = 0;
  private warned = 0;
  /** The units that could be taken up when that was asked last, by verb. */
  private offered: Record<string, readonly string[]> = {};

  private constructor(saved: Saved, index: TableIndex, seat: string, view: View) {
    this.saved = saved;
    this.index = index;
    this.seat = seat;
    this.now = view;
    this.shown = index.table.overlays.filter((one) => one.on).map((one) => one.id);
    this.apis = $state.raw(seatApis(saved));
  }

  static async open(saved: Saved): Promise<Sitting> {
    const mine = saved.seats.filter((seat) => seat.token);
    const first = mine.find((seat) => saved.awaited.includes(seat.seat)) ?? mine[0];
    if (!first && saved.kind === 'match') return Sitting.lookOn(saved);
    if (!first) throw new Error('This game has no seat for you: only computers play it.');
    const api = new SeatApi(saved.id, first.token);
    const known = saved.kind === 'match' ? await api.since().catch(() => -1) : -1;
    const [table, view] = await Promise.all([api.table(), api.view()]);
    const sitting = new Sitting(saved, new TableIndex(table), first.seat, view);
    sitting.follower.watching = saved.seats.every((seat) => seat.player === 'computer');
    sitting.known = known;
    sitting.arrived(view, true);
    if (view.result === null && sitting.covers()) sitting.curtain = first.seat;
    void sitting.follow();
    return sitting;
  }

  /** At a match of others. */
  private static async lookOn(saved: Saved): Promise<Sitting> {
    const { apis } = await lookOn(saved);
    const [seat, api] = [...apis][0]!;
    const [table, view] = await Promise.all([api.table(), api.view()]);
    const sitting = new Sitting(saved, new TableIndex(table), seat, view);
    sitting.onlooker = true;
    sitting.apis = apis;
    sitting.shown = [];
    sitting.arrived(view, true);
    void sitting.follow();
    return sitting;
  }

  /** What is shown to those who watch is another thing now: the game is over. */
  private async lookAgain(): Promise<void> {
    const { apis } = await lookOn(this.saved);
    this.apis = apis;
    await this.sit([...apis.keys()][0]!);
  }

  get api(): SeatApi {
    return this.apis.get(this.seat)!;
  }
  get seats(): string[] {
    return [...this.apis.keys()];
  }
  /** Two people at one screen: secrets are covered while the seats change. */
  get hotseat(): boolean {
    return this.apis.size > 1 && this.saved.kind !== 'whatif' && !this.follower.watching && !this.onlooker;
  }
  /** Whether somebody plays who does not sit at this screen. */
  get opponents(): boolean {
    return this.saved.seats.some((seat) => !this.apis.has(seat.seat));
  }

  close(): void {
    this.closed = true;
    this.follower.stop();
  }

  /** Seats of this screen have been given away or taken back. */
  reseat(saved: Saved): void {
    this.saved = saved;
    this.apis = seatApis(saved);
  }

  // ---- what comes from the table -----------------------------------------------------------------------

  /** Long polls, one after the other, as long as this table is open. */
  private async follow(): Promise<void> {
    let wait = 500;
    while (!this.closed) {
      const seat = this.seat;
      try {
        const etag = this.now.etag;
        const { changed } = await this.api.changes(etag, this.lost ? 0 : 20);
        this.lost = '';
        wait = 500;
        // an answer to our own request is on its way and will bring the view
        while (this.busy) await new Promise((done) => setTimeout(done, 50));
        if (this.closed || seat !== this.seat || !changed || this.now.etag !== etag) continue;
        const view = await this.api.view();
        // meanwhile we may have acted, which brought a newer one
        if (this.busy || this.now.etag !== etag) continue;
        if (this.onlooker && view.seat !== seat) await this.lookAgain();
        else this.arrived(view);
      } catch (wrong) {
        if (wrong instanceof Refusal && wrong.status === 404) {
          this.lost = 'This game has been removed.';
          return;
        }
        if (this.unseated(wrong)) return;
        const silent = !(wrong instanceof Refusal) || wrong.fault.kind === 'lost';
        this.lost = silent ? this.lost || 'No connection to the server. Trying again …' : wrong.message;
        await new Promise((done) => setTimeout(done, wait));
        wait = Math.min(8000, wait * 2);
      }
    }
  }

  /** Whether the seat is refused to whoever is logged in now; nothing more is asked for then. */
  private unseated(wrong: unknown): boolean {
    if (this.saved.kind !== 'match' || this.onlooker || !(wrong instanceof Refusal)) return false;
    if (wrong.status !== 401 && wrong.fault.kind !== 'seat') return false;
    this.ended = this.closed = true;
    this.lost = 'You are not logged in as this player any more.';
    return true;
  }

  /** Whether nobody answered: that is no objection to what was asked. */
  private unheard(wrong: unknown): boolean {
    if (!(wrong instanceof Refusal) || wrong.fault.kind !== 'lost') return false;
    this.lost = 'No connection to the server: your last step may not have arrived. Trying again …';
    return true;
  }

  private arrived(answer: Answer, first = false): void {
    const { along, ...view } = answer;
    if (view.seat !== this.seat) return;
    const before = this.now;
    if (!first) view.pieces = unchanged(before.pieces, view.pieces);
    const anew = first || view.taken_back !== before.taken_back || (view.result && !before.result);
    const from = anew ? 0 : Math.min(before.checkpoint, view.checkpoint);
    this.follower.arriving(before, view, first);
    this.now = view;
    this.progress = decide.begin(decide.asked(view));
    this.aim = '';
    this.menu = null;
    // the other side may decide at the same time: advice on what is still asked stays
    if (this.hint && JSON.stringify(before.asked) !== JSON.stringify(view.asked)) this.hint = null;
    this.fan = '';
    this.sure = '';
    this.reach = along?.reach?.areas.length ? along.reach : null;
    const decision = decide.asked(view);
    for (const group of decision?.groups ?? [])
      if (group.verb in decision!.leads_to) this.offered[group.verb] = group.targets;
    if (!decision?.planner) this.battle = '';
    else if (decision.planner.target) this.battle = decision.planner.target;
    else if (!decision.planner.targets.some((target) => target.place === this.battle)) this.battle = '';
    if (along) this.addLog(along.log, first);
    else void this.readLog(from, first);
    this.remember(view, first);
    this.spoken = decision ? decision.prompt : view.headline;
    // somewhere to click should be in sight
    if (decision && !this.past)
      this.center([...decision.focus.units, ...this.lit.units], [...decision.focus.places, ...this.lit.places], true);
    if (along) this.overlays = along.overlays;
    else {
      if (decision?.in_hand) void this.showReach(decision.in_hand);
      void this.refreshOverlays();
    }
    this.passSeat(view);
    void this.takeOnly(decision, view);
  }

  private remember(view: View, first: boolean): void {
    const here = seen(view.game, view.seat);
    const before = first && this.known >= 0 ? Math.max(this.known, here ?? 0) : here;
    if (first) this.since = before;
    const stranger = view.moment - (before ?? view.moment);
    if (first && before !== null && stranger > 1) this.missed = before;
    else if (!first && stranger > 3 && view.asked.length > 0 && view.draft.actions.length === 0) this.missed = before;
    if (view.asked.length > 0 || view.result) look(view.game, view.seat, view.moment);
  }

  private passSeat(view: View): void {
    if (view.result || this.follower.watching || this.onlooker || view.awaited.includes(this.seat)) return;
    const next = view.awaited.find((seat) => this.apis.has(seat));
    if (!next) return;
    if (this.covers(next)) this.curtain = next;
    else void this.sit(next);
  }

  /** Whether a curtain falls before this seat, or any other of this screen: only where there is something to hide. */
  private covers(next?: string): boolean {
    return this.hotseat && (wishes.cover || (next ? next in this.now.hides : Object.keys(this.now.hides).length > 0));
  }

  /** Take another seat of this screen. */
  async sit(seat: string): Promise<void> {
    this.past = null;
    this.seat = seat;
    this.log = [];
    this.missed = null;
    this.theatre.close();
    this.overlays = [];
    this.reason = null;
    this.arrived(await this.api.view(), true);
    this.curtain = '';
  }

  private async takeOnly(decision: Decision | null, view: View): Promise<void> {
    if (!wishes.single || !decision?.only || this.curtain || this.undone === view.moment) return;
    await new Promise((done) => setTimeout(done, 350));
    if (this.now === view && !this.past && !this.busy) await this.act(decision.only);
  }

  private async readLog(from: number, first: boolean): Promise<void> {
    const number = ++this.asking;
    const answer = await this.api.log(from).catch(() => null);
    if (answer && number === this.asking) this.addLog(answer, first);
  }

  private addLog(answer: LogResponse, first: boolean): void {
    this.asking++;
    // from 0 is everything, also what came before the first entry
    this.log =
      answer.from === 0 ? answer.lines : [...this.log.filter((line) => line.entry <= answer.from), ...answer.lines];
    void this.follower.told(first);
  }

  /** What the answer to a change should bring along, so that it needs no second request. */
  private get along(): AlongRequest {
    const overlays = this.shown.map((id) => {
      const needs = this.index.table.overlays.find((one) => one.id === id)?.needs ?? '';
      return { id, about: needs === 'unit' ? this.selected : needs === 'place' ? this.hover : '' };
    });
    return { log: this.now.checkpoint, overlays };
  }

  // ---- doing -------------------------------------------------------------------------------------------

  act(text: string): Promise<void> {
    return this.send([...this.now.draft.actions, text]);
  }
  play(texts: string[]): Promise<void> {
    return this.send([...this.now.draft.actions, ...texts]);
  }

  private send(actions: string[]): Promise<void> {
    this.reason = null;
    return this.change(() => this.api.draft(this.now.draft.after, actions, this.along));
  }
  choose(choice: Choice): Promise<void> {
    return choice.draft ? this.send(choice.draft) : this.act(choice.text);
  }

  /** A segment in which something could still be done ends at the second word. */
  async end(group: Group): Promise<void> {
    const left = wishes.confirm && this.decision ? decide.givenUp(this.decision, group, this.index.table.verbs) : '';
    // the second click of a double click means nothing
    if (this.sure === group.text && performance.now() - this.warned < 350) return;
    if (!left || this.sure === group.text) return this.act(group.text);
    this.sure = group.text;
    this.warned = performance.now();
    this.spoken = `Still possible: ${left}. ${group.label} again ends it.`;
  }

  /** The units among these that could be taken up in place of the one in hand. */
  private switches(pieces: readonly PieceAt[]): Choice[] {
    const decision = this.decision;
    const side = this.view.pieces.find((piece) => piece.id === decision?.in_hand)?.side;
    if (!decision || !side) return [];
    return pieces.flatMap((piece) => {
      if (piece.hidden || piece.side !== side) return [];
      const draft = decide.switched(decision, this.now.draft.actions, piece.id, this.index.table.verbs);
      const verb = draft?.at(-1)?.split(' ')[0] ?? '';
      if (!draft || this.offered[verb]?.includes(piece.id) === false) return [];
      const info = this.index.table.verbs[verb];
      const label = verb.charAt(0).toUpperCase() + verb.slice(1);
      return [{ text: draft.at(-1)!, label, help: info?.help ?? '', unit: piece.id, draft }];
    });
  }

  async undo(): Promise<void> {
    if (this.progress && this.progress.words.length > (decide.begin(this.decision)?.words.length ?? 0)) {
      this.progress = decide.begin(this.decision);
      return;
    }
    // a step that is under way is what the player wants back
    for (let i = 0; this.busy && i < 100; i++) await new Promise((done) => setTimeout(done, 30));
    if (this.past || this.now.draft.actions.length === 0) return;
    this.reason = null;
    await this.change(async () => {
      const view = await this.api.undo(this.now.moment, this.along);
      this.undone = view.moment;
      return view;
    });
  }

  /** One request at a time; a refusal is shown and brings the present view. */
  async change(request: () => Promise<Answer>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      const view = await request();
      this.lost = '';
      this.busy = false;
      this.follower.mine();
      this.arrived(view);
    } catch (wrong) {
      this.busy = false;
      if (!(wrong instanceof Refusal)) throw wrong;
      if (this.unseated(wrong) || this.unheard(wrong)) return;
      if (wrong.view) this.arrived(wrong.view);
      this.reason = { title: wrong.message, objections: wrong.fault.objections };
    }
    this.busy = false;
  }

  async whyNot(action: string): Promise<void> {
    if (!action) return;
    try {
      const why = await this.api.why(action);
      if (why.legal) await this.act(action);
      else this.reason = { title: action, objections: why.objections };
    } catch (wrong) {
      if (this.unseated(wrong) || this.unheard(wrong)) return;
      this.reason = { title: wrong instanceof Refusal ? wrong.message : String(wrong), objections: [] };
    }
    if (this.reason)
      this.spoken = this.reason.objections.map((one) => `${one.text} ${one.rule}`).join(' ') || this.reason.title;
  }

  /** What the officer would do here; asked again when the other side, who decides at the same time, was quicker. */
  async advise(): Promise<void> {
    if (!this.decision || this.pondering) return;
    this.pondering = true;
    try {
      let found = await this.api.hint();
      for (let again = 0; again < 5 && this.decision && found.moment !== this.now.moment; again++)
        found = await this.api.hint();
      if (found.moment !== this.now.moment) return;
      this.hint = found;
      this.spoken = found.hint.says;
      this.center(found.hint.units, found.hint.places);
    } catch (wrong) {
      if (this.unseated(wrong) || this.unheard(wrong)) return;
      this.reason = { title: wrong instanceof Refusal ? wrong.message : String(wrong), objections: [] };
    } finally {
      this.pondering = false;
    }
  }

  /** Do what the officer says: all of it, or where that is not possible its first step. */
  async heed(): Promise<void> {
    const advice = this.hint;
    if (!advice) return;
    await this.play(advice.hint.line);
    if (this.reason && advice.hint.line.length > 1) await this.act(advice.action);
  }

  /** A click on a place of the board (or Enter on it). */
  clickPlace(place: string): void {
    if (this.catcher?.(place)) return;
    if (this.follower.skip()) return;
    this.reason = null;
    this.menu = null;
    const here = this.stacks.get(place) ?? [];
    const decision = this.decision;
    const known = here.filter((piece) => !piece.hidden).at(-1);
    if (known) this.select(known.id);
    if (!decision) {
      this.fan = here.length > 0 && this.fan !== place ? place : '';
      return;
    }
    if (decision.planner && !decision.planner.target && decision.planner.targets.some((one) => one.place === place)) {
      this.battle = place;
      this.fan = '';
      // a look ahead leaves the click to whatever else it means
      if (!ahead(decision.planner)) return;
    }
    // further than one step, but the table knows the way
    const way = this.reach?.actions[place];
    const far = way && decision.in_hand && !decision.groups.some((group) => group.targets.includes(place));
    const others = this.switches(here);
    if (far && others.length === 0) {
      void this.act(way);
      return;
    }
    const step =
      decide.along(decision, this.progress, place) ??
      this.unitPath(
        decision,
        here.map((one) => one.id),
      );
    if (step) {
      this.fan = '';
      if ('text' in step) void this.act(step.text);
      else this.progress = step.progress;
      return;
    }
    const choices = [
      ...decide.choicesOfPlace(decision, place),
      ...decide.endings(decision, this.progress, place),
      ...here.flatMap((piece) => decide.choicesOfUnit(decision, piece.id)),
    ].filter((choice) => !this.aim || choice.text.startsWith(`${this.aim} `));
    if (far) choices.push({ text: way, label: 'Go', help: '', unit: '' });
    choices.push(...others.filter((other) => !choices.some((choice) => choice.unit === other.unit)));
    if (choices.length === 1) {
      this.fan = '';
      void this.choose(choices[0]!);
    } else if (choices.length > 1) {
      this.menu = { place, choices };
      this.fan = here.length > 0 ? place : '';
    } else {
      this.fan = here.length > 0 && this.fan !== place ? place : '';
      const top = here[here.length - 1];
      const unit = top && !top.hidden ? top.id : '';
      void this.whyNot(decide.attempt(decision, { place, unit }, decision.in_hand || this.selected));
    }
  }

  private unitPath(decision: Decision, units: string[]): ReturnType<typeof decide.along> {
    const possible = units.filter((unit) => decide.along(decision, this.progress, unit));
    return possible.length === 1 ? decide.along(decision, this.progress, possible[0]!) : null;
  }

  clickUnit(unit: string): void {
    if (this.catcher?.(this.where.get(unit) ?? '')) return;
    if (this.follower.skip()) return;
    this.reason = null;
    this.selected = unit;
    const decision = this.decision;
    if (!decision) return;
    const step = decide.along(decision, this.progress, unit);
    const all = decide
      .choicesOfUnit(decision, unit)
      .filter((choice) => !this.aim || choice.text.startsWith(`${this.aim} `));
    // what leads on is what a click means first; the rest has its buttons
    const first = all.filter((choice) => choice.text.split(' ')[0]! in decision.leads_to);
    const choices = first.length === 1 ? first : all;
    const [other] = this.switches(this.view.pieces.filter((piece) => piece.id === unit));
    if (step && 'text' in step) void this.act(step.text);
    else if (step) {
      this.progress = step.progress;
      this.fan = '';
    } else if (choices.length === 1) void this.act(choices[0]!.text);
    else if (choices.length > 1) this.menu = { place: this.where.get(unit) ?? '', choices };
    else if (other) void this.choose(other);
    else void this.whyNot(decide.attempt(decision, { unit }, decision.in_hand || unit));
  }

  // ---- looking -----------------------------------------------------------------------------------------

  async showReach(unit: string): Promise<Overlay | null> {
    if (!this.index.table.overlays.some((one) => one.id === 'reach')) return null;
    const found = await this.api.overlay('reach', { unit }).catch(() => null);
    this.reach = found && found.areas.length > 0 ? found : null;
    return found;
  }

  async toggleOverlay(id: string): Promise<void> {
    this.shown = this.shown.includes(id) ? this.shown.filter((one) => one !== id) : [...this.shown, id];
    await this.refreshOverlays();
  }

  private async refreshOverlays(): Promise<void> {
    if (this.onlooker) return;
    const wanted = this.shown;
    const about = this.selected || this.decision?.in_hand || '';
    const found = await Promise.all(
      wanted.map(async (id) => {
        const needs = this.index.table.overlays.find((one) => one.id === id)?.needs ?? '';
        const query: Record<string, string> =
          needs === 'unit' ? { unit: about } : needs === 'place' ? { place: this.hover } : {};
        if (needs && !Object.values(query)[0]) return null;
        return this.api.overlay(id, query).catch(() => null);
      }),
    );
    if (wanted === this.shown) this.overlays = found.filter((one) => one !== null);
  }

  select(unit: string): void {
    this.selected = unit;
    if (this.shown.length > 0) void this.refreshOverlays();
  }

  async visit(moment: number): Promise<void> {
    if (moment >= this.now.moment) {
      this.past = null;
      return;
    }
    this.past = await this.api.view(moment);
  }

  /** The first decision after so many entries, if that is still wanted when it comes. */
  async visitAfter(moment: number, wanted: () => boolean): Promise<void> {
    const view = moment >= this.now.moment ? this.now : await this.api.viewAfter(moment);
    if (wanted()) this.past = view.live ? null : view;
  }

  /** Back to the present, and to what is asked there. */
  resume(): void {
    this.past = null;
    const decision = this.decision;
    if (!decision) return;
    this.center([...decision.focus.units, ...this.lit.units], [...decision.focus.places, ...this.lit.places], true);
    void this.takeOnly(decision, this.now);
  }

  show(units: string[], places: string[]): void {
    this.pointed = { units, places };
  }
  dark(): void {
    this.pointed = DARK;
  }
  /** Bring places of the board into sight. */
  center(units: string[], places: string[], some = false): void {
    this.goto = { places: [...places, ...units.map((unit) => this.where.get(unit) ?? '')].filter(Boolean), some };
  }
}
