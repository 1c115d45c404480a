import { wishes } from './settings.svelte';

/** Whether nothing should move: the player's wish, or that of the system. */
export const settled = (): boolean => wishes.calm || matchMedia('(prefers-reduced-motion: reduce)').matches;
