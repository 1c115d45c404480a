import type { Component } from 'svelte';
import Account from './Account.svelte';
import ChallengePage from './ChallengePage.svelte';
import Forgot from './Forgot.svelte';
import Home from './Home.svelte';
import Login from './Login.svelte';
import NewMatch from './NewMatch.svelte';
import PeoplePage from './PeoplePage.svelte';
import Profile from './Profile.svelte';
import Ranking from './Ranking.svelte';
import Register from './Register.svelte';
import Reset from './Reset.svelte';
import StatisticsPage from './StatisticsPage.svelte';
import Unsubscribe from './Unsubscribe.svelte';
import Verify from './Verify.svelte';
import WatchList from './WatchList.svelte';
import Vacation from './Vacation.svelte';

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
  { address: /^\/account(?:\/(\w+))?$/, page: Account },
  { address: /^\/new(?:\/([^/]+))?$/, page: NewMatch },
  { address: /^\/challenge\/(\w+)(?:\/([\w-]+))?$/, page: ChallengePage },
  { address: /^\/watch$/, page: WatchList },
  { address: /^\/people$/, page: PeoplePage },
  { address: /^\/people\/([^/]+)$/, page: Profile },
  { address: /^\/ratings(?:\/([\w-]+))?$/, page: Ranking },
  { address: /^\/statistics$/, page: StatisticsPage },
  { address: /^\/unsubscribe\/([\w-]+)$/, page: Unsubscribe },
  { address: /^\/vacation$/, page: Vacation },
];

/** Where the header leads. */
export const places: { title: string; address: string; members: boolean }[] = [
  { title: 'Games', address: '#/', members: false },
  { title: 'New game', address: '#/new', members: true },
  { title: 'Watch', address: '#/watch', members: false },
  { title: 'People', address: '#/people', members: true },
  { title: 'Ratings', address: '#/ratings/all', members: false },
];
