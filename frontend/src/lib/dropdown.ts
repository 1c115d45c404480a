import type { Attachment } from 'svelte/attachments';

/** A <details> that is a menu: a click or the focus elsewhere, Escape and another page close it. */
export const dropDown: Attachment<HTMLDetailsElement> = (menu) => {
  const away = (event: Event) => {
    if (menu.open && !(event.target instanceof Node && menu.contains(event.target))) menu.open = false;
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !menu.open) return;
    event.stopPropagation();
    menu.open = false;
    menu.querySelector('summary')?.focus();
  };
  const close = () => (menu.open = false);
  const ended = new AbortController();
  const { signal } = ended;
  addEventListener('pointerdown', away, { signal });
  addEventListener('focusin', away, { signal });
  addEventListener('keydown', key, { signal, capture: true });
  addEventListener('hashchange', close, { signal });
  return () => ended.abort();
};
