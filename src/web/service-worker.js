// The service worker: the page opens without the server, with the files it has used before. Nothing of /v1 is kept.
//
// The names of files contain a hash of their content, so a kept file is never stale. The page itself comes from the server
// if it can be reached. A new version of the server brings a new service worker, which takes over when all pages of the old
// one are closed and then deletes its files. The build replaces the words between @.
const CACHE = 'nashd-@version@', SHELL = '@shell@'.split(' ');

const folder = new URL('./', location).pathname;
// The server sends the page only to clients that ask for HTML.
const page = () => new Request(folder, { headers: { Accept: 'text/html' } });
const kept = (request) => caches.match(request, { ignoreVary: true });

async function keep(request, reply) {
  if (reply.ok && reply.type === 'basic') await (await caches.open(CACHE)).put(request, reply.clone());
  return reply;
}

addEventListener('install', (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([page(), ...SHELL]))));

addEventListener('activate', (event) => event.waitUntil(caches.keys().then(async (names) => {
  await Promise.all(names.filter((name) => name.startsWith('nashd-') && name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
})));

addEventListener('fetch', (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && pathname === folder)
    event.respondWith(fetch(request).then((reply) => keep(page(), reply), async (error) => await kept(page()) ?? Promise.reject(error)));
  else if (pathname.startsWith(`${folder}assets/`))
    event.respondWith(kept(request).then(async (found) => found ?? keep(request, await fetch(request))));
});
