// The site without a network: the shell, what was loaded of it, thumbnails and covers that were seen, and albums that their owner
// keeps on this device. Calls are never kept. Pages come from the network whenever it answers, so a new version is there
// with the next navigation. Hashed files never change, so a kept copy of them is always right.

const SHELL = 'encore-shell-1';
const THUMBS = 'encore-thumbs-1';
/** Filled and emptied by web/lib/offline-albums.ts. */
const OFFLINE = 'encore-kept-1';
/** How the token of pages without a network starts (web/features/found-albums/use-open-album.ts). */
const OFFLINE_TOKEN = 'offline.';
const MAX_FILES = 250;
const MAX_THUMBS = 600;
const PAGE_TIMEOUT_MS = 5_000;

const ASSET = /^\/assets\/[\w.-]+$/;
const THUMB = /^\/api\/images\/[\w-]+\/\d+\.(thumb|cover-(480|960|1440))$/;
const PREVIEW = /^\/api\/images\/[\w-]+\/\d+\.preview$/;
/** These addresses are not pages of the site. */
const ELSEWHERE = /^\/(api|dev|sandbox)\//;

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(keepShell());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forgetOldCaches(), self.clients.claim()]));
});

/** Counts the log-outs, because a picture that was asked for before a log-out must not be kept after it. */
let logOuts = 0;

self.addEventListener('message', (event) => {
  if (event.data?.kind === 'loaded') event.waitUntil(keepLoaded(event.data.addresses));
  if (event.data?.kind === 'log-out') {
    logOuts += 1;
    event.waitUntil(Promise.all([caches.delete(THUMBS), stopPush()]));
  }
});

/** A device that logs out shows nothing more of that person. */
async function stopPush() {
  const subscription = await self.registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  const shown = await self.registration?.getNotifications?.();
  for (const notification of shown ?? []) notification.close();
}

self.addEventListener('push', (event) => {
  event.waitUntil(showPush(event.data.json()));
});

/** A message that comes a second time, after a crash of the server, replaces the first without a sound. */
async function showPush({ id, title, body, path, tag, image }) {
  const shown = await self.registration.getNotifications({ tag });
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: !shown.some(({ data }) => data?.id === id),
    icon: '/icon-192.png',
    ...(image && { image }),
    data: { id, path },
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPath(event.notification.data?.path));
});

/** Goes on in a window that is open already, or opens one. */
async function openPath(path) {
  const isOwn = typeof path === 'string' && /^\/(?![/\\])/.test(path);
  const { href } = new URL(isOwn ? path : '/', self.location.origin);
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (!open) return self.clients.openWindow(href);
  try {
    await open.focus();
    await open.navigate(href);
  } catch {
    // A window that was opened before this worker took over cannot be sent elsewhere by it.
    await self.clients.openWindow(href);
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!ELSEWHERE.test(pathname)) event.respondWith(openPage(event));
  } else if (ASSET.test(pathname)) {
    event.respondWith(openAsset(request));
  } else if (THUMB.test(pathname)) {
    event.respondWith(openThumb(request));
  } else if (PREVIEW.test(pathname)) {
    event.respondWith(openKept(request));
  }
});

/** Every address of the site is the same page. */
async function openPage(event) {
  const answer = fetch(event.request);
  event.waitUntil(answer.then(keepPage, () => undefined));
  const page = await Promise.race([answer, wait(PAGE_TIMEOUT_MS)]).catch(() => undefined);
  return page ?? (await (await caches.open(SHELL)).match('/')) ?? answer;
}

async function keepPage(page) {
  const isPage = page.status === 200 && page.headers.get('content-type')?.includes('html');
  if (isPage && !page.bodyUsed) await (await caches.open(SHELL)).put('/', page.clone());
}

async function openAsset(request) {
  const shell = await caches.open(SHELL);
  const kept = await shell.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) {
    await shell.put(request.url, answer.clone());
    await forgetOldest(shell, MAX_FILES);
  }
  return answer;
}

/** Asks the network first, except for pages that know that there is none. */
async function openKept(request) {
  const openCopy = () => findKept(request.url);
  const copy = tokenOf(request.url).startsWith(OFFLINE_TOKEN) && (await openCopy());
  if (copy) return copy;
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await openCopy();
    if (kept) return kept;
    throw error;
  }
}

/** Asks the network first, which the browser's own cache makes quick. */
async function openThumb(request) {
  const before = logOuts;
  const key = withoutToken(request.url);
  if (tokenOf(request.url).startsWith(OFFLINE_TOKEN)) return openKept(request);
  try {
    const answer = await fetch(request);
    if (logOuts === before) await keepThumb(key, answer);
    // If somebody logged out while the picture was being kept, opening the cache has created it again.
    if (logOuts !== before) await caches.delete(THUMBS);
    return answer;
  } catch (error) {
    const kept = (await caches.match(key, { cacheName: THUMBS })) ?? (await findKept(request.url));
    if (kept) return kept;
    throw error;
  }
}

async function keepThumb(key, answer) {
  const thumbs = await caches.open(THUMBS);
  if (answer.status === 200) {
    await thumbs.put(key, answer.clone());
    await forgetOldest(thumbs, MAX_THUMBS);
  } else if (answer.status === 403 || answer.status === 404) {
    await thumbs.delete(key);
  }
}

async function keepShell() {
  const answer = await fetch('/', { cache: 'no-cache' });
  const html = await answer.clone().text();
  const shell = await caches.open(SHELL);
  await shell.put('/', answer);
  await keepFiles(shell, [...new Set(html.match(/\/assets\/[\w.-]+/g) ?? [])]);
}

/** Keeps what a page had loaded before this worker started; it comes out of the browser's cache. */
async function keepLoaded(addresses) {
  const before = logOuts;
  const files = addresses.map((address) => new URL(address, self.location.origin));
  const shell = await caches.open(SHELL);
  await keepFiles(
    shell,
    files.filter(({ pathname }) => ASSET.test(pathname)).map(({ pathname }) => pathname),
  );
  for (const { pathname, href } of files) {
    if (logOuts === before && THUMB.test(pathname)) await openThumb(new Request(href));
  }
}

async function keepFiles(shell, paths) {
  const isKept = await Promise.all(paths.map((path) => shell.match(path)));
  await Promise.allSettled(paths.filter((_path, index) => !isKept[index]).map((path) => shell.add(path)));
}

/** The keys of a cache are in the order in which they were put. */
async function forgetOldest(cache, max) {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - max)).map((key) => cache.delete(key)));
}

async function forgetOldCaches() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('encore-') && ![SHELL, THUMBS, OFFLINE].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Every viewer has copies of their own. Copies from before that are the same for everyone. */
async function findKept(address) {
  const kept = await caches.open(OFFLINE);
  const [, viewer = ''] = tokenOf(address).split('.');
  return (await kept.match(`${withoutToken(address)}?viewer=${viewer}`)) ?? kept.match(withoutToken(address));
}

function tokenOf(address) {
  return new URL(address).searchParams.get('auth') ?? '';
}

function withoutToken(address) {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
