import { addRoute, cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import { respondToPage } from './pages.ts';
import { pressed, showPushed } from './push.ts';
import { createVersions } from './versions.ts';

declare const self: ServiceWorkerGlobalScope;

/** Every file of this version of the app, written in by `build/service-worker-plugin.ts`. */
declare const filesOfVersion: { url: string; revision: string | null }[];

precache(filesOfVersion);
cleanupOutdatedCaches();
// Files alone: what a page address returns depends on the server's settings.
addRoute({ directoryIndex: '', cleanURLs: false });

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate')
    event.respondWith(respondToPage(event.request, matchPrecache, self.registration));
});

const reportVersion = createVersions({
  isOwn: (script) => filesOfVersion.some(({ url }) => new URL(url, location.href).pathname === script),
  openPages: () => self.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  takeOver: () => self.skipWaiting(),
  pause: () => new Promise((resolve) => setTimeout(resolve, 2_000)),
});
self.addEventListener('message', (event) => {
  const { data, source } = event;
  if (data?.type === 'version' && source instanceof Client) event.waitUntil(reportVersion(source, data.script));
});

self.addEventListener('push', (event) => event.waitUntil(showPushed(self.registration, () => event.data?.json())));

self.addEventListener('notificationclick', (event) => {
  const { action, notification } = event;
  notification.close();
  event.waitUntil(pressed({ action, data: notification.data }, { registration: self.registration, open: openPage }));
});

async function openPage(path: string): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (!page) {
    await self.clients.openWindow(path);
    return;
  }
  // A page of an earlier version may belong to no worker, and then it cannot be led.
  const displayed = await page.navigate(path).catch(() => null);
  await (displayed ?? page).focus();
}
