/** What the player wishes, kept in the browser. */

import type { Pace } from './beats';

const KEY = 'ostfront.settings';

interface Wishes {
  single: boolean;
  taught: boolean;
  calm: boolean;
  confirm: boolean;
  minimap: boolean;
  cover: boolean;
  /** How quickly the moves of others are played back. */
  follow: Pace;
}

function read(): Wishes {
  const plain: Wishes = {
    single: false,
    taught: false,
    calm: false,
    confirm: true,
    minimap: true,
    cover: false,
    follow: 'normal',
  };
  try {
    return { ...plain, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Wishes>) };
  } catch {
    return plain;
  }
}

export const wishes = $state(read());

export function wish<K extends keyof Wishes>(name: K, value: Wishes[K]): void {
  wishes[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(wishes));
  } catch {
    // a browser that keeps nothing: the wish holds until the page is left
  }
}

/** Whatever else the browser keeps for the player, by name. */
export function kept<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(`ostfront.${name}`) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(`ostfront.${name}`, JSON.stringify(value));
  } catch {
    // as above
  }
}

/** The moment a seat saw last, for "what happened since you looked". */
export function seen(game: string, seat: string): number | null {
  const found = localStorage.getItem(`ostfront.seen.${game}.${seat}`);
  return found === null ? null : Number(found);
}
export function look(game: string, seat: string, moment: number): void {
  try {
    localStorage.setItem(`ostfront.seen.${game}.${seat}`, String(moment));
  } catch {
    // as above
  }
}
