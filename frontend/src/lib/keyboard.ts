import type { Sitting } from './sitting.svelte';
import type { Place } from './types';

export interface BoardHands {
  zoom(factor: number): void;
  pan(dx: number, dy: number): void;
  whole(): void;
  middle(): Place | null;
}
interface Desk {
  sitting: Sitting;
  board(): BoardHands;
  cursor(): string;
  move(place: string): void;
  escape(): void;
  toggle(what: 'help' | 'history' | 'overlays' | 'find'): void;
  blocked(): boolean;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const WALK: Record<string, [number, number]> = { a: [90, 0], d: [-90, 0], w: [0, 90], s: [0, -90] };
const TYPING = 'input, select, textarea, [contenteditable]';

/** The whole game by keyboard. Gives back how to stop listening. */
export function keyboard(desk: Desk): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (desk.blocked()) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      desk.toggle('find');
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(TYPING) && event.key !== 'Escape') return;
    if (event.key === 'Enter' && target?.closest('button, a, summary')) return;
    if (answer(desk, event)) event.preventDefault();
  };
  window.addEventListener('keydown', pressed);
  return () => window.removeEventListener('keydown', pressed);
}

function answer(desk: Desk, event: KeyboardEvent): boolean {
  const { sitting } = desk;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key in ARROWS) step(desk, ...ARROWS[key]!);
  else if (key in WALK) desk.board().pan(...WALK[key]!);
  else if (key === 'Enter') return act(desk);
  else if (key === 'n') hop(desk, event.shiftKey ? -1 : 1);
  else if (key === 'z') void sitting.undo();
  else if (key === 'i') void sitting.advise();
  else if (key === 'Escape') desk.escape();
  else if (key === '+' || key === '=') desk.board().zoom(1.25);
  else if (key === '-') desk.board().zoom(0.8);
  else if (key === '0') desk.board().whole();
  else if (key === 'h') desk.toggle('history');
  else if (key === 'o') desk.toggle('overlays');
  else if (key === '?') desk.toggle('help');
  else if (key === 'b') document.querySelector<HTMLButtonElement>('.planner button.main:not(:disabled)')?.click();
  else if (key === 'e') return event.repeat || ending();
  else if (key === '/') desk.toggle('find');
  else if (/^[1-9]$/.test(key)) number(desk, Number(key));
  else return false;
  return true;
}

function place(desk: Desk, id: string): Place | undefined {
  return desk.sitting.index.places.get(id);
}

/** The cursor has the keyboard: Enter belongs to it and to no button. */
function take(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function step(desk: Desk, dx: number, dy: number): void {
  take();
  const now = place(desk, desk.cursor());
  const first = now ?? place(desk, desk.sitting.decision?.focus.places[0] ?? '') ?? desk.board().middle();
  if (!first) return;
  const finder = desk.sitting.index.finders.get(first.board);
  desk.move(now ? (finder?.beside(now, dx, dy)?.id ?? now.id) : first.id);
}

function act(desk: Desk): boolean {
  if (!desk.cursor()) return false;
  const battle = desk.sitting.battle;
  desk.sitting.clickPlace(desk.cursor());
  // several things here: the first of them takes the focus, Tab goes on
  requestAnimationFrame(() => {
    if (desk.sitting.menu) document.querySelector<HTMLButtonElement>('.fan .choices button')?.focus();
    else if (desk.sitting.battle !== battle) document.querySelector<HTMLButtonElement>('.planner .unit')?.focus();
  });
  return true;
}

/** From one thing that can be chosen to the next. */
function hop(desk: Desk, way: 1 | -1): void {
  take();
  const { lit, where, decision } = desk.sitting;
  const ids = [
    ...new Set([
      ...lit.places,
      ...lit.steps,
      ...[...lit.units].map((unit) => where.get(unit) ?? ''),
      ...(decision?.planner?.targets.map((one) => one.place) ?? []),
    ]),
  ].filter((id) => place(desk, id)?.board);
  if (ids.length === 0) return;
  ids.sort((a, b) => place(desk, a)!.y - place(desk, b)!.y || place(desk, a)!.x - place(desk, b)!.x);
  const at = ids.indexOf(desk.cursor());
  desk.move(ids[at < 0 ? 0 : (at + way + ids.length) % ids.length]!);
}

/** Done, pass, stop: and the same again where it is asked whether that is meant. */
function ending(): boolean {
  const buttons = document.querySelectorAll<HTMLButtonElement>('.prompt [data-key="e"]:not(:disabled)');
  buttons[buttons.length - 1]?.click();
  return buttons.length > 0;
}

/** The numbered buttons of the prompt; one that points at targets sends the cursor there. */
function number(desk: Desk, which: number): void {
  const button = document.querySelector<HTMLButtonElement>(`.verbs [data-key="${which}"]`);
  if (!button || button.disabled) return;
  const before = desk.sitting.aim;
  button.click();
  if (desk.sitting.aim && desk.sitting.aim !== before) {
    desk.move('');
    hop(desk, 1);
  }
}
