import { Refusal } from '../lib/api';
import { who } from './me.svelte';

/** Something a page asks the site for, and what went wrong if it did. */
export class Asking {
  busy = $state(false);
  wrong = $state('');
  private kind = $state('');

  /** The kinds of faults that the form says beside a field. */
  constructor(private readonly beside: readonly string[] = []) {}

  /** What is wrong with a field, by the kinds of its faults. */
  at(...kinds: string[]): string {
    return kinds.includes(this.kind) ? this.wrong : '';
  }
  /** What is wrong and said beside no field. */
  get elsewhere(): string {
    return this.beside.includes(this.kind) ? '' : this.wrong;
  }

  async go(work: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.wrong = this.kind = '';
    try {
      await work();
      return true;
    } catch (refused) {
      const over = refused instanceof Refusal && refused.status === 401 && who.me !== null;
      if (over) who.lapse();
      this.wrong = over
        ? ''
        : refused instanceof Refusal || refused instanceof Error
          ? refused.message
          : String(refused);
      this.kind = refused instanceof Refusal ? refused.fault.kind : '';
      return false;
    } finally {
      this.busy = false;
    }
  }
}
