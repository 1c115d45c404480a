import { ask } from '../lib/api';
import type { Announcement, EnterResponse, Me, MeResponse, SiteInfo } from '../lib/types';

/** Where somebody was who went to log in, kept through reloads and until the letter has come. */
const WANTED = 'ostfront.wanted';
const FOR_AN_HOUR = 3_600_000;
const DOORS = /^#\/(login|register|verify|forgot|reset)(\/|$)/;
const ENTRANCES = /^#\/(login|register|forgot)$/;

/** Who is logged in at this site. */
class Who {
  site = $state.raw<SiteInfo | null>(null);
  me = $state.raw<Me | null>(null);
  announcements = $state.raw<Announcement[]>([]);
  /** Whether the site has answered. */
  known = $state(false);
  /** How often a session has turned out to be over while its page was open. */
  lapses = $state(0);
  lapsed = $state(false);

  /** Somebody went from one page to another: on to log in? */
  went(from: string, to: string): void {
    if (!ENTRANCES.test(to) || DOORS.test(from)) return;
    localStorage.setItem(WANTED, JSON.stringify({ address: from || '#/', at: Date.now() }));
  }

  private get wanted(): string {
    const kept = JSON.parse(localStorage.getItem(WANTED) ?? 'null') as { address: string; at: number } | null;
    return kept && Date.now() - kept.at < FOR_AN_HOUR ? kept.address : '';
  }

  /** The site does not know the session any more: it was ended elsewhere, or has run out. */
  lapse(): void {
    if (!this.me) return;
    this.me = null;
    this.lapsed = true;
    this.lapses += 1;
  }

  async load(): Promise<void> {
    const found = await ask<MeResponse>('GET', '/api/me');
    this.site = found.site;
    this.me = found.me;
    this.announcements = found.announcements;
    this.known = true;
  }

  /** After logging in: on to where one wanted to go. The page with the secret of a letter leaves the history. */
  enter(answer: EnterResponse): void {
    this.me = answer.me;
    this.lapsed = false;
    location.replace(this.wanted || '#/');
    localStorage.removeItem(WANTED);
  }
}

export const who = new Who();
