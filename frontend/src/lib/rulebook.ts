import type { Reference } from './types';

/** Our summaries by the number of the clause. */
export const summaries = (book: Reference | null): ReadonlyMap<string, string> =>
  new Map((book?.sections ?? []).flatMap((section) => section.clauses.map((one) => [one.number, one.summary])));

/** The number of a rule without the mark of its game. */
export const bare = (rule: string): string => rule.slice(rule.lastIndexOf(' ') + 1);

/** The clause itself if there is one, otherwise its lettered parts. */
export function parts(numbers: Iterable<string>, number: string): string[] {
  const all = [...numbers];
  if (all.includes(number)) return [number];
  return all.filter((one) => one.startsWith(number) && /^[a-z]$/.test(one.slice(number.length)));
}
