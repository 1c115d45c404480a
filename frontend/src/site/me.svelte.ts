import { ask } from '../lib/api';
import type { Me, MeResponse, SiteInfo } from '../lib/types';

/** Who is logged in at this site. */
class Who {
  site = $state.raw<SiteInfo | null>(null);
  me = $state.raw<Me | null>(null);
  /** Whether the site has answered. */
  known = $state(false);

  async load(): Promise<void> {
    const found = await ask<MeResponse>('GET', '/api/me');
    this.site = found.site;
    this.me = found.me;
    this.known = true;
  }
}

export const who = new Who();
