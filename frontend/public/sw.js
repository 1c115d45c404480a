// The service worker of a site: it shows push messages, and a word instead of a page when there is no network.
// It keeps nothing of the games: they are always asked of the site.

const OFFLINE = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>ostfront</title>
<h1>The site cannot be reached</h1><p>Are you connected to the network? <a href="/">Try again</a></p></html>`;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  const offline = () => new Response(OFFLINE, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  event.respondWith(fetch(event.request).catch(offline));
});

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });
const whole = (address) => new URL(address, self.location.origin).href;

async function show(message) {
  // whoever looks at this very game sees it there
  if ((await windows()).some((one) => one.focused && one.url === whole(message.url))) return;
  await self.registration.showNotification(message.title, {
    body: message.body,
    tag: message.tag,
    renotify: true,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { url: message.url },
  });
}

async function open(address) {
  const url = whole(address);
  if (new URL(url).origin !== self.location.origin) return;
  const all = await windows();
  const there = all.find((one) => one.url === url) ?? all[0];
  if (!there) {
    await self.clients.openWindow(url);
    return;
  }
  await there.focus().catch(() => null);
  if (there.url !== url) await there.navigate(url);
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});
