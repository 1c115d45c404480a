import type { Planner } from './types';

const opening = (planner: Planner, target: string) => (planner.target ? [] : [planner.open.replace('{place}', target)]);
const joining = (planner: Planner, units: readonly string[]) => units.map((unit) => planner.add.replace('{unit}', unit));

/** The actions whose odds are those of the battle as planned: the last of them is what the question is about. */
export function oddsActions(planner: Planner, target: string, units: readonly string[]): string[] {
  if (!target) return [];
  if (planner.target) return units.length > 0 ? joining(planner, units) : [planner.roll];
  return units.length > 0 ? [...opening(planner, target), ...joining(planner, units)] : [];
}

/** The actions that fight it. */
export function battleActions(planner: Planner, target: string, units: readonly string[]): string[] {
  const all = planner.targets.find((one) => one.place === target)?.units ?? [];
  const rolls = units.length > 0 && units.length === all.length;
  return [...opening(planner, target), ...joining(planner, units), ...(rolls ? [] : [planner.roll])];
}
