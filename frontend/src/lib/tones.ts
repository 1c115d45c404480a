import type { Side } from './types';

export interface Tone {
  color: string;
  pattern: string;
}

const TONES: Record<string, Tone> = {
  good: { color: '#1c6e6a', pattern: 'rising' },
  bad: { color: '#a3281c', pattern: 'crossed' },
  warning: { color: '#b36a00', pattern: 'dotted' },
  muted: { color: '#6d675c', pattern: 'plain' },
  info: { color: '#2b5a92', pattern: 'level' },
  gold: { color: '#b8860b', pattern: 'plain' },
  blue: { color: '#2b5a92', pattern: 'plain' },
};

/** A colour and a pattern, so that no meaning hangs on colour alone. */
export function tone(id: string, sides: ReadonlyMap<string, Side>): Tone {
  if (id.startsWith('#')) return { color: id, pattern: 'plain' };
  const side = sides.get(id);
  if (side) return { color: side.edge, pattern: side.pattern === 'plain' ? 'falling' : 'dotted' };
  return TONES[id] ?? TONES.info!;
}
