import { addRoute, cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import { respondToPage } from './pages.ts';
import { pressed, showPushed } from './push.ts';

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

// A page reports its version: when it is the one that waits here, this worker may serve it. Other open pages may need files of the version before.
self.addEventListener('message', (event) => event.waitUntil(takeMessage(event)));

async function takeMessage({ data, source }: ExtendableMessageEvent) {
  if (data?.type !== 'version' || !source) return;
  if (!filesOfVersion.some(({ url }) => new URL(url, location.href).pathname === data.script))
    return source.postMessage({ type: 'newer-version' });
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length <= 1) await self.skipWaiting();
}

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
