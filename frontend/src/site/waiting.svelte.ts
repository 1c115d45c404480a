import type { WaitingGame } from '../lib/types';
import { notices } from './notices';

const OFTEN = 60_000;
const SELDOM = 300_000;

/** The games in which one is awaited: asked for each minute while the page is seen, and shown in its title and icon. */
class Waiting {
  games = $state.raw<WaitingGame[]>([]);
  private all = $state(0);
  /** The game at the board; whoever looks at it need not be told of it. */
  here = $state('');
  private hidden = $state(document.hidden);
  shown = $derived(this.games.filter((one) => one.id !== this.here));
  count = $derived(this.all - (this.hidden ? 0 : this.games.length - this.shown.length));

  private users = 0;
  private timer = 0;
  private asked = 0;

  /** As long as somebody shows it; returns what ends that. */
  begin(): () => void {
    if (this.users++ === 0) {
      document.addEventListener('visibilitychange', this.seen);
      addEventListener('hashchange', this.soon);
      this.soon();
    }
    return () => {
      if (--this.users > 0) return;
      document.removeEventListener('visibilitychange', this.seen);
      removeEventListener('hashchange', this.soon);
      clearTimeout(this.timer);
    };
  }

  private seen = (): void => {
    this.hidden = document.hidden;
    if (!this.hidden) this.soon();
  };

  /** Ask in a moment: several changes at once are one question. */
  soon = (): void => {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.load(), 250);
  };

  async load(): Promise<void> {
    const number = ++this.asked;
    const found = await notices.waiting().catch(() => null);
    if (number !== this.asked || this.users === 0) return;
    if (found) {
      this.games = found.games;
      this.all = found.count;
    }
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.load(), document.hidden ? SELDOM : OFTEN);
  }
}

export const waiting = new Waiting();

const BADGE = /^\(\d+\) (Your turn · )?/;

/** The title of the page with the number of games that wait. */
export function badged(title: string, count: number, hidden: boolean): string {
  const plain = title.replace(BADGE, '');
  return count > 0 ? `(${count}) ${hidden ? 'Your turn · ' : ''}${plain}` : plain;
}

/** Show the number in the title, whoever sets it, and a dot on the icon; returns what ends that. */
export function showBadge(count: () => number): { update: () => void; end: () => void } {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const update = (): void => {
    const title = badged(document.title, count(), document.hidden);
    if (document.title !== title) document.title = title;
    const href = count() > 0 ? './icon-dot.svg' : './icon.svg';
    if (icon && icon.getAttribute('href') !== href) icon.setAttribute('href', href);
  };
  const watch = new MutationObserver(update);
  watch.observe(document.querySelector('title')!, { childList: true });
  document.addEventListener('visibilitychange', update);
  return {
    update,
    end: () => {
      watch.disconnect();
      document.removeEventListener('visibilitychange', update);
      if (icon) icon.setAttribute('href', './icon.svg');
      document.title = badged(document.title, 0, false);
    },
  };
}
