import { getContext, setContext } from 'svelte';
import { bare, parts, summaries } from './rulebook';
import type { Reference } from './types';

export type Sheet = 'briefing' | 'sequence' | 'combat' | 'terrain' | 'turns' | 'other' | 'victory' | 'rules';

const KEY = Symbol('shelf');

/** The reference beside the map: fetched once, opened at a sheet or at a clause. */
export class Shelf {
  book = $state.raw<Reference | null>(null);
  sheet = $state<'' | Sheet>('');
  clause = $state('');
  private asked: Promise<void> | null = null;
  private readonly index = $derived(summaries(this.book));

  constructor(private readonly fetch: () => Promise<Reference>) {}

  load(): Promise<void> {
    this.asked ??= this.fetch().then(
      (book) => void (this.book = book),
      () => void (this.asked = null),
    );
    return this.asked;
  }

  open(sheet: Sheet): void {
    this.sheet = sheet;
    void this.load();
  }

  /** Open the rules index at a clause such as "AVD 9.5.4". */
  show(rule: string): void {
    this.clause = bare(rule);
    this.open('rules');
  }

  /** Our summary of a clause, or of its lettered parts; empty as long as it is not known. */
  summary(rule: string): string {
    return parts(this.index.keys(), bare(rule))
      .map((number) => this.index.get(number))
      .join(' ');
  }
}

export const layOut = (shelf: Shelf): Shelf => setContext(KEY, shelf);
export const shelfHere = (): Shelf | undefined => getContext<Shelf | undefined>(KEY);
