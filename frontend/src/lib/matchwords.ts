/** What a list of games and challenges says, in words. Times are seconds since 1970. */
import type { ChallengeInfo, MatchCard, Terms } from './types';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span of time, as roughly as people say it: "3 days", "5 h", "12 min". */
export function span(seconds: number): string {
  if (seconds >= 2 * DAY - HOUR) return `${Math.round(seconds / DAY)} days`;
  if (seconds === DAY) return '1 day';
  if (seconds >= HOUR - MINUTE) return `${Math.round(seconds / HOUR)} h`;
  if (seconds >= MINUTE) return `${Math.round(seconds / MINUTE)} min`;
  return 'a moment';
}

/** How long ago something was. */
export const ago = (then: number, now = Date.now() / 1000): string => {
  const past = Math.max(0, now - then);
  return past < MINUTE ? 'just now' : `${span(past)} ago`;
};

export const day = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString(undefined, { dateStyle: 'medium' });

/** A clock as the terms have it: "3 days a move". */
export function clockWords(terms: Terms): string {
  if (!terms.clock || terms.clock === 'none') return 'No clock';
  return `${span(terms.seconds ?? 0)} ${terms.clock === 'move' ? 'a move' : 'for the game'}`;
}

export function watchWords(terms: Terms): string {
  switch (terms.watch) {
    case 'nobody':
      return 'Nobody may watch';
    case 'after':
      return 'Open to all once it is over';
    case 'delay':
      return `Others watch ${terms.delay ?? 0} ${terms.delay === 1 ? 'turn' : 'turns'} later`;
    default:
      return 'Others may watch';
  }
}

/** Whose turn it is, since when, and what is left on the clock; or how the game ended. */
export function standing(card: MatchCard, now = Date.now() / 1000): string {
  if (card.ended || card.winner || card.reason) return card.reason;
  const awaited = card.seats.filter((seat) => seat.awaited);
  const who = awaited.some((seat) => seat.mine)
    ? 'your turn'
    : awaited.map((seat) => seat.name || seat.seat || seat.level).join(' and ') + ' to play';
  const since = card.since && card.since < now - MINUTE ? `for ${span(now - card.since)}` : '';
  const left = card.deadline ? `${span(Math.max(0, card.deadline - now))} left` : '';
  return [`Turn ${card.turn}`, [who, since].filter(Boolean).join(' '), left].filter(Boolean).join(', ');
}

/** How a game ended for somebody: "won", "lost", "drew", "called off". */
export const outcomeWord = (outcome: string): string => (outcome === 'off' ? 'called off' : outcome);

/** Who plays what: "German: you, Soviet: Boris". */
export const opponents = (card: MatchCard): string =>
  card.seats.map((one) => [one.seat, one.mine ? 'you' : one.name || one.level].filter(Boolean).join(': ')).join(', ');

/** Which seat is to be had in a challenge. */
export function offeredSeat(one: ChallengeInfo): string {
  const open = one.places.filter((place) => place.open).map((place) => place.seat);
  if (one.choosing === 'random') return 'sides at random';
  if (one.choosing === 'other') return 'you choose your side';
  return open.length === 1 ? `you play ${open[0]}` : `free: ${open.join(', ')}`;
}

/** Seconds, as the two fields of a form: a number of days, hours or minutes. */
export const UNITS = { days: DAY, hours: HOUR, minutes: MINUTE } as const;
export type Unit = keyof typeof UNITS;
