/** What makes the page of a site one that can be installed, and that takes push messages. */

interface InstallEvent extends Event {
  prompt: () => Promise<void>;
}

let offered: InstallEvent | null = null;

/** Called once, at a site only. */
export function beginPwa(): void {
  link('manifest', '/manifest.webmanifest');
  link('apple-touch-icon', '/icon-192.png');
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered = event as InstallEvent;
  });
  if ('serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => null);
}

function link(rel: string, href: string): void {
  const found = document.createElement('link');
  found.rel = rel;
  found.href = href;
  document.head.append(found);
}

/** Install the page as an app, if the browser has offered to. */
export const installable = () => offered !== null;
export async function install(): Promise<void> {
  await offered?.prompt();
  offered = null;
}

/** Whether this browser can take push messages at all. */
export const pushable = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export async function subscription(): Promise<PushSubscription | null> {
  if (!pushable()) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Ask the browser to take push messages of the site that has this key. */
export async function subscribe(key: string): Promise<PushSubscription> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('The browser does not allow notices of this site; its settings for the site say so.');
  const worker = await navigator.serviceWorker.ready;
  const known = await worker.pushManager.getSubscription();
  if (known && text(known.options.applicationServerKey) !== key) await known.unsubscribe();
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Bytes as base64 of addresses, as push messages have it. */
export function text(bytes: ArrayBuffer | null): string {
  const letters = Array.from(new Uint8Array(bytes ?? new ArrayBuffer(0)), (byte) => String.fromCharCode(byte)).join(
    '',
  );
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The name of a subscription, by which the site lists it. */
export async function markOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(digest).slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A browser in a few words, from what it says of itself. */
export function browserName(agent: string): string {
  const named = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(agent.replace(/Chrome\/.*(?=Edg|OPR)/, ''))?.[1] ?? '';
  const name = { Edg: 'Edge', OPR: 'Opera' }[named] ?? (named || 'A browser');
  const system = /(Android|iPhone|iPad|Windows|Mac OS|Linux)/.exec(agent)?.[1] ?? '';
  return system ? `${name} on ${system}` : name;
}
