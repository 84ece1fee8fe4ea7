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
  if (request.mode === 'navigate') event.respondWith(answerPage(request));
  else event.respondWith(answerFile(request));
});

async function keepPage() {
  const cache = await caches.open(cacheName);
  const answer = await fetch(page, { headers: { accept: 'text/html' } });
  if (answer.ok) await cache.put(page, answer);
}

async function answerPage(request) {
  const cache = await caches.open(cacheName);
  try {
    const answer = await fetch(request);
    // A proxy returns 502 to 504 while the server behind it is away.
    if (answer.status < 500) {
      if (answer.ok) await cache.put(page, answer.clone());
      return answer;
    }
    return (await cache.match(page)) ?? answer;
  } catch (error) {
    const cached = await cache.match(page);
    if (!cached) throw error;
    return cached;
  }
}

async function answerFile(request) {
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
