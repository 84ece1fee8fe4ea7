// Keeps the files of a full-screen dashboard, so that it starts again while the server or the network is away. What it shows is no
// business of this worker: no call of the API passes through it. Registered by src/features/dashboards/dashboards/kiosk/kiosk-shell.ts.
const cacheName = 'kiosk-shell';
const page = '/kiosk';

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(respondWithPage(request));
  else event.respondWith(respondWithFile(request));
});

async function keepPage() {
  const cache = await caches.open(cacheName);
  const response = await fetch(page, { headers: { accept: 'text/html' } });
  if (response.ok) await cache.put(page, response);
}

async function respondWithPage(request) {
  const cache = await caches.open(cacheName);
  try {
    const response = await fetch(request);
    // A proxy returns 502 to 504 while the server behind it is away.
    if (response.status < 500) {
      if (response.ok) await cache.put(page, response.clone());
      return response;
    }
    return (await cache.match(page)) ?? response;
  } catch (error) {
    const cached = await cache.match(page);
    if (!cached) throw error;
    return cached;
  }
}

async function respondWithFile(request) {
  const cache = await caches.open(cacheName);
  const cached = await cache.match(request);
  // The names of files in assets/ hold a hash of what is in them.
  if (cached && new URL(request.url).pathname.startsWith('/assets/')) return cached;
  try {
    return await fetch(request);
  } catch (error) {
    if (!cached) throw error;
    return cached;
  }
}
