/** An arrow between two points as a filled outline; its ends keep clear of what lies there. */
export function arrowPath(x0: number, y0: number, x1: number, y1: number, size: number): string {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length < 1e-6) return '';
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const gap = Math.min(size * 0.45, length * 0.2);
  const end = length - gap;
  const head = Math.min(size * 0.7, (end - gap) * 0.5);
  const at = (along: number, aside: number) =>
    `${(x0 + ux * along - uy * aside).toFixed(1)},${(y0 + uy * along + ux * aside).toFixed(1)}`;
  const thin = size * 0.07;
  const thick = size * 0.13;
  const wide = size * 0.32;
  return `M${at(gap, thin)} L${at(end - head, thick)} L${at(end - head, wide)} L${at(end, 0)} L${at(end - head, -wide)} L${at(end - head, -thick)} L${at(gap, -thin)} Z`;
}

/** A text in lines of about so many letters, the last one cut off. */
export function lines(text: string, letters: number, most: number): string[] {
  const found: string[] = [''];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = found.at(-1)!;
    if (!last) found[found.length - 1] = word;
    else if (last.length + 1 + word.length <= letters) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  const cut = (line: string) => (line.length > letters ? `${line.slice(0, letters - 1)}…` : line);
  const shown = found.slice(0, most).map(cut);
  if (found.length > most) shown[most - 1] = `${shown[most - 1]!.slice(0, letters - 2)} …`;
  return shown;
}
