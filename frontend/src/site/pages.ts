import type { Component } from 'svelte';
import Home from './Home.svelte';

/** A page of the site: what its address looks like behind the #, and what shows it. Groups are given as `parts`. */
export interface SitePage {
  address: RegExp;
  page: Component<{ parts: string[] }> | Component;
}

export const pages: SitePage[] = [{ address: /^\/?$/, page: Home }];

/** Where the header leads. */
export const places: { title: string; address: string; members: boolean }[] = [
  { title: 'Games', address: '#/', members: false },
];
