import type { Decision, Group, Table, View } from './types';

/** Something the player can do now, with the words it is sent as; or a whole draft in place of the present one. */
export interface Choice {
  text: string;
  label: string;
  help: string;
  unit: string;
  draft?: string[];
}

/** A path being clicked: the verb and the words so far. */
export interface Progress {
  verb: string;
  words: string[];
}

export type Verbs = Table['verbs'];

export interface Lit {
  places: Set<string>;
  steps: Set<string>;
  units: Set<string>;
}

export const NOTHING: Lit = { places: new Set(), steps: new Set(), units: new Set() };

const starts = (path: readonly string[], words: readonly string[]) => words.every((word, i) => path[i] === word);
const whole = (path: readonly string[], words: readonly string[]) =>
  path.length === words.length && starts(path, words);
const unitFirst = (group: Group) => group.takes[0]?.startsWith('unit') ?? false;
const placeFirst = (group: Group) => group.takes[0]?.startsWith('place') ?? false;

/** What is asked of the seat whose view this is. */
export const asked = (view: View): Decision | null => view.asked.find((one) => one.seat === view.seat) ?? null;

export const single = (verb: string, target: string) => `${verb} ${target}`;

/** The paths that go on from what was clicked. */
export function open(group: Group, progress: Progress | null): string[][] {
  const words = progress && progress.verb === group.verb ? progress.words : [];
  return group.paths.filter((path) => starts(path, words));
}

/** The progress that needs no click: the unit, when there is only one. */
export function begin(decision: Decision | null): Progress | null {
  const groups = decision?.groups.filter((group) => group.paths.length > 0) ?? [];
  if (groups.length !== 1 || !unitFirst(groups[0]!)) return null;
  const units = new Set(groups[0]!.paths.map((path) => path[0]!));
  return units.size === 1 ? { verb: groups[0]!.verb, words: [[...units][0]!] } : null;
}

/** What lights up. */
export function lit(decision: Decision | null, progress: Progress | null, verb = ''): Lit {
  if (!decision) return NOTHING;
  const found: Lit = { places: new Set(), steps: new Set(), units: new Set() };
  for (const group of decision.groups) {
    if (verb && group.verb !== verb) continue;
    if (progress && group.verb !== progress.verb) continue;
    // a chit may have the name of a unit: what a word is, the verb says
    const into = unitFirst(group) ? found.units : placeFirst(group) ? found.places : null;
    for (const target of group.targets) into?.add(target);
    const done = progress?.words.length ?? 0;
    for (const path of open(group, progress)) {
      if (done === 0 && unitFirst(group)) {
        found.units.add(path[0]!);
        if (path.length > 1) found.places.add(path[path.length - 1]!);
        continue;
      }
      found.places.add(path[path.length - 1]!);
      if (path.length > done) found.steps.add(path[done]!);
    }
  }
  return found;
}

const ends = (verbs: Verbs, group: Group) => verbs[group.verb]?.ends ?? '';

/** In the order of the buttons: what ends something comes after what can be done. */
export const ordered = (groups: readonly Group[], verbs: Verbs): Group[] => [
  ...groups.filter((group) => !ends(verbs, group)),
  ...groups.filter((group) => ends(verbs, group)),
];

/** What would be given up by ending a segment now, in words; empty when nothing is. */
export function givenUp(decision: Decision, group: Group, verbs: Verbs): string {
  if (decision.window || ends(verbs, group) !== 'segment') return '';
  const others = decision.groups.filter((one) => one !== group);
  const first = (one: Group) => [...one.targets, ...one.paths.map((path) => path[0]!)];
  const units = new Set(others.filter(unitFirst).flatMap(first)).size;
  const places = new Set(others.filter(placeFirst).flatMap(first)).size;
  const rest = others.filter((one) => !unitFirst(one) && !placeFirst(one)).map((one) => one.label.toLowerCase());
  const count = (number: number, noun: string) => (number ? [`${number} ${noun}${number === 1 ? '' : 's'}`] : []);
  return [...count(units, 'unit'), ...count(places, 'place'), ...rest].join(', ');
}

/**
 * The draft that takes up another unit while one is in hand: instead of it when it has done nothing yet, otherwise
 * after its move has ended. Null where the rules know no such word.
 */
export function switched(
  decision: Decision,
  actions: readonly string[],
  unit: string,
  verbs: Verbs,
): string[] | null {
  const held = decision.in_hand;
  if (!held || unit === held) return null;
  const taking = actions.filter((text) => text.endsWith(` ${held}`) && text.split(' ').length === 2).at(-1);
  if (!taking) return null;
  const at = actions.lastIndexOf(taking);
  const take = single(taking.split(' ')[0]!, unit);
  if (at === actions.length - 1) return [...actions.slice(0, at), take];
  const ending = decision.groups.find((group) => ends(verbs, group) === 'hand' && group.text);
  return ending ? [...actions, ending.text, take] : null;
}

/** What a click on a unit can mean. */
export function choicesOfUnit(decision: Decision, unit: string): Choice[] {
  return decision.groups
    .filter((group) => unitFirst(group) && group.targets.includes(unit))
    .map((group) => ({ text: single(group.verb, unit), label: group.label, help: group.help, unit }));
}

/** Whether a click on this unit means something by itself. */
export const means = (decision: Decision, progress: Progress | null, unit: string): boolean =>
  along(decision, progress, unit) !== null || choicesOfUnit(decision, unit).length > 0;

/** What a click on a place can mean, apart from paths. */
export function choicesOfPlace(decision: Decision, place: string): Choice[] {
  return decision.groups
    .filter((group) => placeFirst(group) && group.targets.includes(place))
    .map((group) => ({ text: single(group.verb, place), label: group.label, help: group.help, unit: '' }));
}

/** A click along a path: further, finished, or nothing. */
export function along(
  decision: Decision,
  progress: Progress | null,
  word: string,
): { progress: Progress } | { text: string } | null {
  for (const group of decision.groups) {
    if (group.paths.length === 0 || (progress && progress.verb !== group.verb)) continue;
    const words = progress?.words ?? [];
    const paths = open(group, progress);
    // the same place again: it ends here
    if (words.length > 0 && words[words.length - 1] === word && paths.some((path) => whole(path, words))) {
      return { text: [group.verb, ...words].join(' ') };
    }
    const next = paths.filter((path) => path[words.length] === word);
    if (next.length > 0) {
      const longer = [...words, word];
      if (next.length === 1 && next[0]!.length === longer.length) return { text: [group.verb, ...longer].join(' ') };
      return { progress: { verb: group.verb, words: longer } };
    }
    // straight to an end: the shortest way there
    if (words.length > 0 || !unitFirst(group)) {
      const ends = paths.filter((path) => path[path.length - 1] === word).sort((a, b) => a.length - b.length);
      if (ends.length > 0) return { text: [group.verb, ...ends[0]!].join(' ') };
    }
  }
  return null;
}

/** A click on an end before any unit was chosen: one choice for each unit that can get there, by its shortest way. */
export function endings(decision: Decision, progress: Progress | null, place: string): Choice[] {
  if (progress) return [];
  const found = new Map<string, Choice & { length: number }>();
  for (const group of decision.groups) {
    if (!unitFirst(group)) continue;
    for (const path of group.paths) {
      if (path.length < 2 || path[path.length - 1] !== place) continue;
      const key = `${group.verb} ${path[0]!}`;
      if ((found.get(key)?.length ?? Infinity) <= path.length) continue;
      const text = [group.verb, ...path].join(' ');
      found.set(key, { text, label: group.label, help: group.help, unit: path[0]!, length: path.length });
    }
  }
  return [...found.values()].map(({ text, label, help, unit }) => ({ text, label, help, unit }));
}

/** Whether what was clicked of a path is a whole one that could also go on. */
export function finish(decision: Decision, progress: Progress | null): string {
  if (!progress) return '';
  const group = decision.groups.find((one) => one.verb === progress.verb);
  const complete = group?.paths.some((path) => whole(path, progress.words)) ?? false;
  return complete ? [progress.verb, ...progress.words].join(' ') : '';
}

/** What to ask `why` about after a click that means nothing. */
export function attempt(
  decision: Decision,
  what: { place?: string; unit?: string; chit?: string },
  held: string,
): string {
  const fill = (template: string) =>
    template
      .replace('{place}', what.place ?? '')
      .replace('{unit}', what.unit || held)
      .replace('{chit}', what.chit ?? '')
      .trim();
  const { place, unit, chit } = decision.attempt;
  if (what.chit && chit) return fill(chit);
  const needs = (template: string) => !template.includes('{unit}') || Boolean(what.unit || held);
  if (what.unit && unit && !(what.place && decision.in_hand && place)) return fill(unit);
  if (what.place && place && needs(place)) return fill(place);
  return '';
}

/** The targets of a group that lie on no board: chits, numbers, units in boxes. Shown as buttons. */
export function offBoard(group: Group, drawn: (place: string) => boolean, where: (unit: string) => string): string[] {
  if (unitFirst(group)) return group.targets.filter((target) => !drawn(where(target)));
  return placeFirst(group) ? group.targets.filter((target) => !drawn(target)) : group.targets;
}
