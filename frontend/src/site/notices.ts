import { ask } from '../lib/api';
import type {
  NoticeSettings,
  NoticeWishesRequest,
  PushEndRequest,
  PushRequest,
  Tried,
  WaitingResponse,
  WebhookRequest,
} from '../lib/types';
import { subscription } from './pwa';

const SETTINGS = '/api/notices/settings';
const WEBHOOKS = '/api/notices/webhooks';
const PUSH = '/api/notices/push';

/** How one is told of things. */
export const notices = {
  settings: () => ask<NoticeSettings>('GET', SETTINGS),
  wish: (wishes: NoticeWishesRequest) => ask<NoticeSettings>('PUT', SETTINGS, wishes),
  addWebhook: (request: WebhookRequest) => ask<NoticeSettings>('POST', WEBHOOKS, request),
  removeWebhook: (id: number) => ask<NoticeSettings>('DELETE', `${WEBHOOKS}/${id}`),
  tryWebhook: (id: number) => ask<Tried>('POST', `${WEBHOOKS}/${id}/test`, {}),
  beginPush: (request: PushRequest) => ask<NoticeSettings>('POST', PUSH, request),
  endPush: (request: PushEndRequest) => ask<NoticeSettings>('POST', `${PUSH}/end`, request),
  tryPush: () => ask<Tried>('POST', `${PUSH}/test`, {}),
  waiting: () => ask<WaitingResponse>('GET', '/api/waiting'),
  unsubscribe: (token: string) => ask<Tried>('POST', `/unsubscribe/${token}`, {}),
};

/** This browser takes no more push messages; the settings as they are then, if it did. */
export async function endPush(): Promise<NoticeSettings | null> {
  const known = await subscription();
  if (!known) return null;
  const settings = await notices.endPush({ endpoint: known.endpoint });
  await known.unsubscribe();
  return settings;
}

/** The time of day of so many minutes after midnight UTC where the reader is, and back. */
export function localTime(minutes: number, offset = new Date().getTimezoneOffset()): string {
  const here = (((minutes - offset) % 1440) + 1440) % 1440;
  return `${String(Math.floor(here / 60)).padStart(2, '0')}:${String(here % 60).padStart(2, '0')}`;
}
export function utcMinutes(time: string, offset = new Date().getTimezoneOffset()): number {
  const [hours, minutes] = time.split(':').map(Number);
  return ((((hours ?? 0) * 60 + (minutes ?? 0) + offset) % 1440) + 1440) % 1440;
}
