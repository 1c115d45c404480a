import type { OddsBrief, OddsPart, OddsRow, Planner } from './types';

/** Everybody there fights: nobody is chosen. */
export const whole = (planner: Planner) => planner.add === '';
/** Nothing can be sent yet. */
export const ahead = (planner: Planner) => planner.open === '' && planner.target === '';
/** The battle is complete but for what may be committed to it. */
export const lastCall = (planner: Planner) => planner.target !== '' && planner.add === '';

const opening = (planner: Planner, target: string) =>
  planner.target ? [] : [planner.open.replace('{place}', target)];
const joining = (planner: Planner, units: readonly string[]) =>
  units.map((unit) => planner.add.replace('{unit}', unit));

/** Whether the only one who could attack joins without being named. */
const alone = (planner: Planner, target: string, units: readonly string[]) =>
  planner.alone &&
  !planner.target &&
  units.length === 1 &&
  planner.targets.find((one) => one.place === target)?.units.length === 1;

/** The one action whose odds are those of an attack on a place by everyone who can. */
export const allIn = (planner: Planner, target: string) => (planner.open || planner.roll).replace('{place}', target);

/** The actions whose odds are those of the battle as planned: the last of them is what the question is about. */
export function oddsActions(planner: Planner, target: string, units: readonly string[]): string[] {
  if (!target) return [];
  if (whole(planner)) return [allIn(planner, target)];
  if (planner.target) return units.length > 0 ? joining(planner, units) : [planner.roll];
  if (alone(planner, target, units)) return opening(planner, target);
  return units.length > 0 ? [...opening(planner, target), ...joining(planner, units)] : [];
}

/** The actions that fight it, with what is committed to it or without. */
export function battleActions(planner: Planner, target: string, units: readonly string[], commit?: string): string[] {
  if (lastCall(planner)) return [commit ?? planner.roll];
  const last = commit === undefined ? planner.closes : [commit];
  if (whole(planner) || alone(planner, target, units)) return [...opening(planner, target), ...last];
  const all = planner.targets.find((one) => one.place === target)?.units ?? [];
  const rolls = units.length > 0 && units.length === all.length;
  return [...opening(planner, target), ...joining(planner, units), ...(rolls ? [] : [planner.roll]), ...last];
}

/** Many outcomes summed up by the way they end, the likeliest first. */
export function endings(rows: readonly OddsRow[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const row of rows) if (row.ends) sums.set(row.ends, (sums.get(row.ends) ?? 0) + row.chance);
  return [...sums].sort((a, b) => b[1] - a[1]);
}

export const percent = (chance: number) =>
  `${(chance * 100).toFixed(chance > 0 && chance < 0.1 ? 1 : 0).replace('.0', '')} %`;
/** The chance that no defender is left. */
export const taking = (rows: readonly OddsRow[]) =>
  rows.reduce((sum, row) => (row.takes ? sum + row.chance : sum), 0);

const EIGHTHS = ['', '⅛', '¼', '⅜', '½', '⅝', '¾', '⅞'];

/** A number as a player writes it: 4½. */
export function mixed(value: number): string {
  const eighths = Math.round(Math.abs(value) * 8);
  const [whole, rest] = [Math.floor(eighths / 8), EIGHTHS[eighths % 8]!];
  return `${value < 0 ? '−' : ''}${whole || !rest ? whole : ''}${rest}`;
}

/** Whether something made another number of the one on the counter. */
export const changed = (part: OddsPart) => part.factor !== '' && Number(part.factor) !== part.value;

/** Attacks to compare: the likeliest to succeed first, of equals the one that gains something. */
export function ranked(
  planner: Planner,
  found: ReadonlyMap<string, OddsBrief>,
): { place: string; units: string[]; gain: string; odds: OddsBrief | undefined }[] {
  return planner.targets
    .map((one) => ({ ...one, odds: found.get(allIn(planner, one.place)) }))
    .sort(
      (a, b) =>
        (b.odds?.taken ?? -1) - (a.odds?.taken ?? -1) ||
        Number(b.gain !== '') - Number(a.gain !== '') ||
        a.place.localeCompare(b.place),
    );
}
