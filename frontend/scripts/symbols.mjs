// Draws the symbols and echelons once, with milsymbol, into src/lib/symbols.ts: npm run symbols
// The library is a tool of the build; the page carries only the strokes.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ms from 'milsymbol';

// friendly ground units for both sides: the hostile diamond is no frame for a counter
const CODES = {
  infantry: 'SFGPUCI---',
  motorized: 'SFGPUCIM--',
  mechanized: 'SFGPUCIZ--',
  armor: 'SFGPUCA---',
  cavalry: 'SFGPUCRV--',
  airborne: 'SFGPUCIA--',
  mountain: 'SFGPUCIO--',
  artillery: 'SFGPUCF---',
  rocket: 'SFGPUCFRM-',
  engineer: 'SFGPUCE---',
  'anti-tank': 'SFGPUCAA--',
  'anti-air': 'SFGPUCD---',
  'naval-infantry': 'SFGPUCIN--',
  supply: 'SFGPUSS---',
  fighter: 'SFGPUCVF--',
};
const SIZES = { i: 'E', ii: 'F', iii: 'G', x: 'H', xx: 'I', xxx: 'J', xxxx: 'K', xxxxx: 'L' };

// our own: a staff for headquarters would shrink the symbol, and letters do not scale
const cross = 'M25,50 L175,150 M25,150 L175,50';
const OWN = {
  headquarters: [
    { d: 'M25,50 h150 v26 h-150 z', width: 0, solid: true },
    { d: 'M66,92 v44 M94,92 v44 M66,114 h28', width: 7, solid: false },
    { d: 'M108,114 a16,22 0 1 0 32,0 a16,22 0 1 0 -32,0 M128,124 l14,16', width: 7, solid: false },
  ],
  security: [
    { d: cross, width: 3, solid: false },
    { d: 'M25,50 h30 v100 h-30 z', width: 0, solid: true },
  ],
  militia: [
    { d: cross, width: 3, solid: false },
    { d: 'M84,144 v-26 l16,16 l16,-16 v26', width: 5, solid: false },
  ],
  fortress: [
    { d: 'M40,138 V78 H58 V94 H74 V62 H92 V78 H108 V62 H126 V94 H142 V78 H160 V138 Z', width: 6, solid: false },
    { d: 'M90,138 V116 a10,12 0 0 1 20,0 V138 Z', width: 0, solid: true },
  ],
  bomber: [
    { d: 'M100,100 L130,88 c15,0 15,24 0,24 L100,100 70,112 c-15,0 -15,-24 0,-24 Z', width: 0, solid: true },
    { d: 'M100,116 v22 M92,132 l8,8 8,-8', width: 5, solid: false },
  ],
  none: [],
};

function strokes(svg) {
  const found = [];
  for (const [, tag, attributes] of svg.matchAll(/<(path|circle|text)\b([^>]*)>/g)) {
    const read = (name) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
    if (tag === 'text') continue;
    let d = read('d');
    if (tag === 'circle') {
      const [x, y, r] = [read('cx'), read('cy'), read('r')].map(Number);
      d = `M${x - r},${y} a${r},${r} 0 1 0 ${2 * r},0 a${r},${r} 0 1 0 ${-2 * r},0`;
    }
    const open = /^M[\d.]+,[\d.]+ ?L[^CZz]*$/.test(d);
    const width = read('stroke') === 'none' ? 0 : Math.round(Number(read('stroke-width')) * 100) / 100;
    found.push({ d, width, solid: read('fill') === 'black' && !open });
  }
  return found;
}

function draw(code) {
  const symbol = new ms.Symbol(code, { size: 100 });
  if (!symbol.isValid()) throw new Error(`milsymbol does not know ${code}`);
  return strokes(symbol.asSVG());
}

const symbols = {};
for (const [name, code] of Object.entries(CODES)) symbols[name] = draw(code).slice(1); // the frame is the counter's
Object.assign(symbols, OWN);
const plain = draw('SFGPUCI---').length;
const echelons = {};
for (const [name, letter] of Object.entries(SIZES))
  echelons[name] = draw(`SFGPUCI----${letter}`)
    .slice(plain)
    .map((s) => ({ ...s, width: 6, solid: false }));

const lines = (table) =>
  Object.entries(table)
    .map(([name, list]) => {
      const items = list.map((s) => `    { d: '${s.d.trim()}', width: ${s.width}, solid: ${s.solid} },\n`).join('');
      return `  ${/^[a-z]+$/.test(name) ? name : `'${name}'`}: [\n${items}  ],\n`;
    })
    .join('');
const out = `// Made by scripts/symbols.mjs with milsymbol (MIT); do not edit.

export interface Stroke {
  d: string;
  width: number;
  solid: boolean;
}

/** Frames are drawn from (25, 50) to (175, 150). */
export const SYMBOLS: Readonly<Record<string, readonly Stroke[]>> = {
${lines(symbols)}};

/** Over the frame. */
export const ECHELONS: Readonly<Record<string, readonly Stroke[]>> = {
${lines(echelons)}};
`;
writeFileSync(fileURLToPath(new URL('../src/lib/symbols.ts', import.meta.url)), out);
