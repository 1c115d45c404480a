import type { ReviewPoint } from './types';

export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A course of values as paths in a frame: the line, and the areas above and below zero. */
export function course(points: readonly ReviewPoint[], box: Frame) {
  const values = points.map((one) => one.value);
  const high = Math.max(1, ...values);
  const low = Math.min(-1, ...values);
  const first = points[0]!.moment;
  const span = Math.max(1, points.at(-1)!.moment - first);
  const x = (moment: number) => box.left + ((moment - first) / span) * (box.right - box.left);
  const y = (value: number) => box.top + ((high - value) / (high - low)) * (box.bottom - box.top);
  const path = (bend: (value: number) => number) =>
    points.map((one) => `${x(one.moment).toFixed(1)},${y(bend(one.value)).toFixed(1)}`).join(' L');
  const zero = y(0);
  const area = (bend: (value: number) => number) => `M${box.left},${zero} L${path(bend)} L${box.right},${zero} Z`;
  const turns = points
    .filter((one, i) => i === 0 || points[i - 1]!.turn !== one.turn)
    .map((one) => ({ turn: one.turn, value: one.value, x: x(one.moment) }));
  /** Where a moment is on the line. */
  const at = (moment: number): [number, number] => {
    const next = points.findIndex((one) => one.moment >= moment);
    const b = points[next < 0 ? points.length - 1 : next]!;
    const a = points[Math.max(0, (next < 0 ? points.length : next) - 1)]!;
    const share = b.moment === a.moment ? 0 : (moment - a.moment) / (b.moment - a.moment);
    return [x(moment), y(a.value + (b.value - a.value) * Math.min(1, Math.max(0, share)))];
  };
  return {
    line: `M${path((value) => value)}`,
    above: area((value) => Math.max(0, value)),
    below: area((value) => Math.min(0, value)),
    zero,
    high,
    low,
    turns,
    at,
  };
}
