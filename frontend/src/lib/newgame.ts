/** What the form for a new game works out: which options go together, who sits where, how long it takes. */
import type { CatalogueGame, GameOption, Offer, SeatOffered } from './types';

export type Value = string | number | boolean;
export type Chosen = Record<string, Value>;

/** The options of a scenario. */
export const offered = (game: CatalogueGame, scenario: string): GameOption[] =>
  game.options.filter((option) => option.scenarios.length === 0 || option.scenarios.includes(scenario));

/** The chosen option that rules this one out, if there is one. */
export const against = (option: GameOption, options: GameOption[], chosen: Chosen): GameOption | undefined =>
  options.find(
    (other) =>
      other.id !== option.id &&
      (other.excludes.includes(option.id) || option.excludes.includes(other.id)) &&
      valueOf(other, chosen) !== other.default,
  );

export const valueOf = (option: GameOption, chosen: Chosen): Value => chosen[option.id] ?? option.default;

/** What is asked for: an option that another one rules out keeps its default. */
export function settled(options: GameOption[], chosen: Chosen): Chosen {
  const found: Chosen = {};
  for (const option of options) {
    const earlier = options.slice(0, options.indexOf(option));
    found[option.id] = against(option, earlier, found) ? option.default : valueOf(option, chosen);
  }
  return found;
}

export const changed = (options: GameOption[], chosen: Chosen): number =>
  options.filter((option) => valueOf(option, chosen) !== option.default).length;

/** The seat that is yours unless you choose another: that of the side that begins. */
export const yours = (seats: SeatOffered[], offer: Offer): string =>
  (seats.find((seat) => seat.side === offer.begins) ?? seats[0])?.id ?? '';

const FRACTIONS = ['', '¼', '½', '¾'];

function hours(minutes: number): string {
  const quarters = Math.round(minutes / 15);
  const whole = Math.floor(quarters / 4);
  return `${whole || ''}${FRACTIONS[quarters % 4]}` || '0';
}

/** A span of time as people say it: "45–90 min", "1¼–2½ h". */
export function lasting(minutes: readonly number[] | null): string {
  if (!minutes) return '';
  const [least = 0, most = 0] = minutes;
  return most <= 100 ? `${least}–${most} min` : `${hours(least)}–${hours(most)} h`;
}

export const people = (players: readonly number[]): string =>
  players[0] === players[1] ? `${players[0]} players` : `${players[0]}–${players[1]} players`;
