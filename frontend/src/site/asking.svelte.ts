import { Refusal } from '../lib/api';

/** Something a page asks the site for, and what went wrong if it did. */
export class Asking {
  busy = $state(false);
  wrong = $state('');

  async go(work: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.wrong = '';
    try {
      await work();
      return true;
    } catch (refused) {
      this.wrong = refused instanceof Refusal || refused instanceof Error ? refused.message : String(refused);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
