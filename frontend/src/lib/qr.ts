/** The dark squares of a QR code as the path of an SVG, one run at a time; a unit is a square. */
export function qrPath(rows: readonly string[]): string {
  const runs: string[] = [];
  rows.forEach((row, y) => {
    for (const run of row.matchAll(/1+/g)) runs.push(`M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`);
  });
  return runs.join('');
}
