/** Saved games in the order a player looks for them. */
import type { Saved } from './types';

export interface Shelf {
  id: 'yours' | 'waiting' | 'over' | 'whatif' | 'broken';
  title: string;
  games: Saved[];
}

const TITLES: Record<Shelf['id'], string> = {
  yours: 'Your turn',
  waiting: 'Waiting for others',
  over: 'Finished',
  whatif: 'What-if boards',
  broken: 'Cannot be opened',
};

function shelfOf(game: Saved): Shelf['id'] {
  if (game.unreadable) return 'broken';
  if (game.kind === 'whatif') return 'whatif';
  if (game.result) return 'over';
  const here = game.seats.filter((seat) => seat.player === 'human' || seat.player === 'friend');
  return here.some((seat) => game.awaited.includes(seat.seat)) ? 'yours' : 'waiting';
}

/** The shelves that are not empty; each keeps the order of the list, newest first. */
export function shelved(games: Saved[]): Shelf[] {
  const found = new Map<Shelf['id'], Saved[]>();
  for (const game of games) {
    const id = shelfOf(game);
    found.set(id, [...(found.get(id) ?? []), game]);
  }
  return (Object.keys(TITLES) as Shelf['id'][])
    .filter((id) => found.has(id))
    .map((id) => ({ id, title: TITLES[id], games: found.get(id)! }));
}

const WHO: Record<string, string> = { human: 'you', friend: 'a friend', guest: 'a guest' };

/** Who plays: "German: Anna, Soviet: recruit". */
export const sides = (game: Saved): string =>
  game.seats
    .map((seat) => `${seat.seat}: ${seat.name || (seat.player === 'computer' ? seat.level : WHO[seat.player])}`)
    .join(', ');

export const standing = (game: Saved): string => {
  if (game.unreadable) return `Unreadable: ${game.unreadable}`;
  if (game.result) return game.result.reason;
  return `Turn ${game.turn}, ${game.awaited.join(' and ')} to play`;
};

const DAY = 24 * 60 * 60 * 1000;

/** When it was played last, the nearer the shorter: "today, 14:05", "yesterday", "3 Nov 2026". */
export function lately(iso: string, now = new Date()): string {
  if (!iso) return '';
  const then = new Date(iso);
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  if (then.getTime() >= midnight)
    return `today, ${then.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })}`;
  if (then.getTime() >= midnight - DAY) return 'yesterday';
  return then.toLocaleDateString(undefined, { dateStyle: 'medium' });
}
