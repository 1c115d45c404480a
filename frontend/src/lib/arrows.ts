import type { Declared, Point } from './types';

export interface Arrow {
  from: string;
  to: string;
  d: string;
}

/** One arrow from each place where attackers of a target stand; it grows with their number. */
export function arrows(
  attacks: readonly Declared[],
  where: ReadonlyMap<string, string>,
  spot: (place: string) => { x: number; y: number } | undefined,
  counter: number,
): Arrow[] {
  return attacks.flatMap((attack) => {
    const to = spot(attack.target);
    const counts = new Map<string, number>();
    for (const unit of attack.units) {
      const from = where.get(unit) ?? '';
      if (from !== attack.target) counts.set(from, (counts.get(from) ?? 0) + 1);
    }
    return [...counts].flatMap(([from, count]) => {
      const start = spot(from);
      if (!to || !start) return [];
      const d = arrow([start.x, start.y], [to.x, to.y], counter, count);
      return d ? [{ from, to: attack.target, d }] : [];
    });
  });
}

/** The outline of an arrow from one counter's edge to the other's: a shaft, and a head that points. */
export function arrow(from: Point, to: Point, counter: number, count: number): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < counter * 0.5) return '';
  const [ux, uy] = [dx / length, dy / length];
  const half = counter * Math.min(0.17, 0.06 + 0.025 * count);
  const head = counter * 0.3;
  // neighbours lie close: the arrow begins on the counter and ends at the edge of the other
  const [start, end] = [Math.min(counter * 0.42, length * 0.3), length - Math.min(counter * 0.3, length * 0.25)];
  const at = (along: number, aside: number) =>
    `${(from[0] + ux * along - uy * aside).toFixed(1)} ${(from[1] + uy * along + ux * aside).toFixed(1)}`;
  return `M${[
    at(start, half * 0.7),
    at(end - head, half),
    at(end - head, half + head * 0.45),
    at(end, 0),
    at(end - head, -half - head * 0.45),
    at(end - head, -half),
    at(start, -half * 0.7),
  ].join('L')}Z`;
}
