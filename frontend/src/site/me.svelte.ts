import { ask } from '../lib/api';
import type { Announcement, EnterResponse, Me, MeResponse, SiteInfo } from '../lib/types';

/** Who is logged in at this site. */
class Who {
  site = $state.raw<SiteInfo | null>(null);
  me = $state.raw<Me | null>(null);
  announcements = $state.raw<Announcement[]>([]);
  /** Whether the site has answered. */
  known = $state(false);
  /** Where somebody was who then went to log in. */
  wanted = '';

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
    location.replace(this.wanted || '#/');
    this.wanted = '';
  }
}

export const who = new Who();
