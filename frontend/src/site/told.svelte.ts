import type { NoticeSettings } from '../lib/types';
import { notices } from './notices';

/** How one is told: what several sections of the settings show. */
class Told {
  settings = $state.raw<NoticeSettings | null>(null);
  private loading: Promise<void> | null = null;

  /** Asked for once by however many sections. */
  load(): Promise<void> {
    this.loading ??= notices
      .settings()
      .then((found) => void (this.settings = found))
      .finally(() => (this.loading = null));
    return this.loading;
  }
}

export const told = new Told();
