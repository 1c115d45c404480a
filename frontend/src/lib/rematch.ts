import type { NewGameRequest, Saved, Table } from './types';

/** The same game again with the sides swapped; null where nobody could say who takes which seat. */
export function rematch(saved: Saved, table: Table): NewGameRequest | null {
  const teams = [...new Set(table.seats.map((seat) => seat.team))];
  const [first = [], second = []] = teams.map((team) => table.seats.filter((seat) => seat.team === team));
  // a board of another moment or of imported numbers cannot be set up anew
  if (saved.kind !== 'table' || teams.length !== 2 || first.length !== second.length) return null;
  const player = (seat: string) => saved.seats.find((one) => one.seat === seat)!;
  const seats = [...first, ...second].map((seat, i) => {
    const { player: who, level, name } = player([...second, ...first][i]!.id);
    return { seat: seat.id, player: who, level, name };
  });
  return { game: table.game, scenario: table.scenario, options: table.options, seats };
}
