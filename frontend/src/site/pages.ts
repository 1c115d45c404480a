import type { Component } from 'svelte';
import Account from './Account.svelte';
import Forgot from './Forgot.svelte';
import Home from './Home.svelte';
import Login from './Login.svelte';
import Register from './Register.svelte';
import Reset from './Reset.svelte';
import Verify from './Verify.svelte';

/** A page of the site: what its address looks like behind the #, and what shows it. Groups are given as `parts`. */
export interface SitePage {
  address: RegExp;
  page: Component<{ parts: string[] }> | Component;
}

export const pages: SitePage[] = [
  { address: /^\/?$/, page: Home },
  { address: /^\/login$/, page: Login },
  { address: /^\/register$/, page: Register },
  { address: /^\/verify\/([\w-]+)$/, page: Verify },
  { address: /^\/forgot$/, page: Forgot },
  { address: /^\/reset\/([\w-]+)$/, page: Reset },
  { address: /^\/account$/, page: Account },
];

/** Where the header leads. */
export const places: { title: string; address: string; members: boolean }[] = [
  { title: 'Games', address: '#/', members: false },
];
