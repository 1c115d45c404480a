import type { Component } from 'svelte';
import AddressSettings from './AddressSettings.svelte';
import BlockSettings from './BlockSettings.svelte';
import DataSettings from './DataSettings.svelte';
import JoinSettings from './JoinSettings.svelte';
import LeaveSettings from './LeaveSettings.svelte';
import { who } from './me.svelte';
import NameSettings from './NameSettings.svelte';
import NoticeSettings from './NoticeSettings.svelte';
import PasskeySettings from './PasskeySettings.svelte';
import PasswordSettings from './PasswordSettings.svelte';
import PushSettings from './PushSettings.svelte';
import SessionSettings from './SessionSettings.svelte';
import WebhookSettings from './WebhookSettings.svelte';

/** A section of the settings: what heads it, who has it, and what shows it. */
export interface Section {
  id: string;
  title: string;
  of: 'member' | 'guest' | 'both';
  part: Component;
  /** Whether this site has it; without this, it has. */
  offered?: () => boolean;
}

/** The settings of an account, from top to bottom. */
export const sections: Section[] = [
  { id: 'join', title: 'Keep your games', of: 'guest', part: JoinSettings },
  { id: 'name', title: 'Name', of: 'both', part: NameSettings },
  { id: 'address', title: 'E-mail', of: 'member', part: AddressSettings },
  { id: 'password', title: 'Password', of: 'member', part: PasswordSettings },
  {
    id: 'passkeys',
    title: 'Passkeys',
    of: 'member',
    part: PasskeySettings,
    offered: () => who.site?.passkeys ?? false,
  },
  { id: 'notices', title: 'Notifications', of: 'both', part: NoticeSettings },
  { id: 'push', title: 'Notifications in browsers', of: 'both', part: PushSettings },
  { id: 'webhooks', title: 'Webhooks', of: 'member', part: WebhookSettings },
  { id: 'sessions', title: 'Where you are logged in', of: 'both', part: SessionSettings },
  { id: 'blocks', title: 'People you have blocked', of: 'both', part: BlockSettings },
  { id: 'data', title: 'Your data', of: 'both', part: DataSettings },
  { id: 'leave', title: 'Delete your account', of: 'both', part: LeaveSettings },
];
