import { kept, keep } from './settings.svelte';
import type { Sitting } from './sitting.svelte';
import type { Lesson, LessonStep } from './types';

interface Reading {
  step: number; // where the lesson was when this card was turned to
  card: number;
  left: boolean;
}

/** What the lesson has to say about what the student has done. */
export type Word = '' | 'waits' | 'free' | 'back' | 'lost';

/** A guided game: the server knows which deeds are done, the page which cards are read. */
export class Course {
  lesson = $state.raw<Lesson | null>(null);
  private reading = $state.raw<Reading>({ step: -1, card: 0, left: false });

  readonly at = $derived.by(() => this.sitting.now.lesson);
  /** The last card that can be turned to: the one that waits, or the last of all. */
  readonly end = $derived.by(() =>
    this.at && this.lesson ? Math.min(this.at.awaits, this.lesson.steps.length - 1) : 0,
  );
  readonly card = $derived.by(() => {
    const turned = this.reading.step === this.at?.step ? this.reading.card : (this.at?.step ?? 0);
    return Math.max(0, Math.min(turned, this.end));
  });
  readonly step: LessonStep | null = $derived.by(() => this.lesson?.steps[this.card] ?? null);
  readonly over = $derived.by(() => this.at !== null && this.at.awaits >= (this.lesson?.steps.length ?? Infinity));
  readonly word: Word = $derived.by(() => {
    const at = this.at;
    if (!at || this.card !== at.awaits || this.sitting.past) return '';
    if (!this.sitting.decision) return this.sitting.now.result ? 'lost' : 'waits';
    if (at.possible) return '';
    if (this.step?.free) return 'free';
    return at.strayed && this.sitting.now.draft.actions.length > 0 ? 'back' : 'lost';
  });

  constructor(private readonly sitting: Sitting) {
    this.reading = kept<Reading>(this.key) ?? this.reading;
    void sitting.api.lesson().then(
      (lesson) => void (this.lesson = lesson),
      () => undefined,
    );
  }

  get left(): boolean {
    return this.reading.left;
  }
  turn(card: number): void {
    this.read({ ...this.reading, step: this.at?.step ?? 0, card });
  }
  leave(left: boolean): void {
    this.read({ ...this.reading, left });
  }

  private get key(): string {
    return `lesson.${this.sitting.saved.id}`;
  }
  private read(reading: Reading): void {
    this.reading = reading;
    keep(this.key, reading);
  }
}
