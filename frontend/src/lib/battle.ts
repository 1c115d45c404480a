import type { OddsRow, Planner } from './types';

/** Everybody there fights: nobody is chosen. */
export const whole = (planner: Planner) => planner.add === '';
/** Nothing can be sent yet. */
export const ahead = (planner: Planner) => planner.open === '' && planner.target === '';

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

/** The actions whose odds are those of the battle as planned: the last of them is what the question is about. */
export function oddsActions(planner: Planner, target: string, units: readonly string[]): string[] {
  if (!target) return [];
  if (whole(planner)) return [(planner.open || planner.roll).replace('{place}', target)];
  if (planner.target) return units.length > 0 ? joining(planner, units) : [planner.roll];
  if (alone(planner, target, units)) return opening(planner, target);
  return units.length > 0 ? [...opening(planner, target), ...joining(planner, units)] : [];
}

/** The actions that fight it. */
export function battleActions(planner: Planner, target: string, units: readonly string[]): string[] {
  if (whole(planner) || alone(planner, target, units)) return opening(planner, target);
  const all = planner.targets.find((one) => one.place === target)?.units ?? [];
  const rolls = units.length > 0 && units.length === all.length;
  return [...opening(planner, target), ...joining(planner, units), ...(rolls ? [] : [planner.roll])];
}

/** Many outcomes summed up by the way they end, the likeliest first. */
export function endings(rows: readonly OddsRow[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const row of rows) if (row.ends) sums.set(row.ends, (sums.get(row.ends) ?? 0) + row.chance);
  return [...sums].sort((a, b) => b[1] - a[1]);
}
