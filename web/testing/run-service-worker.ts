import { readFileSync } from 'node:fs';

const SCRIPT = readFileSync('web/public/sw.js', 'utf8');
const ORIGIN = 'https://encore.test';

type Listener = (event: object) => void;

/** A request for a picture. It gets its answer when the test calls `answer`. */
export type Asked = { url: string; answer(): void };

type Shown = {
  title: string;
  tag: string;
  renotify: boolean;
  image?: string;
  data: { path: string };
  close(): void;
};

/** Runs public/sw.js with caches in memory. The network answers a request only when the test says so. */
export function runServiceWorker() {
  const listeners = new Map<string, Listener>();
  const caches = memoryCaches();
  const asked: Asked[] = [];
  const shown: Shown[] = [];
  const opened: string[] = [];
  const windows: string[] = [];
  const fetch = (request: { url: string }) =>
    new Promise<object>((resolve) => {
      const answer = { status: 200, headers: new Map(), clone: () => answer };
      asked.push({ url: request.url, answer: () => resolve(answer) });
    });
  const self = {
    addEventListener: (kind: string, listener: Listener) => listeners.set(kind, listener),
    location: { origin: ORIGIN },
    registration: {
      pushManager: {
        getSubscription: async () => ({ unsubscribe: async () => void opened.push('unsubscribe') }),
      },
      getNotifications: async ({ tag }: { tag?: string } = {}) =>
        shown.filter((one) => !tag || one.tag === tag),
      showNotification: async (title: string, options: Shown) => {
        const close = () => void shown.splice(0, shown.length, ...shown.filter((one) => one !== next));
        const next = { ...options, title, close };
        shown.splice(0, shown.length, ...shown.filter(({ tag }) => tag !== options.tag), next);
      },
    },
    clients: {
      matchAll: async () =>
        windows.map((name) => ({
          focus: async () => void opened.push(`focus ${name}`),
          navigate: async (href: string) => {
            if (name === 'not ours')
              throw new TypeError('This service worker is not the client’s active one');
            opened.push(`${name} ${href}`);
          },
        })),
      openWindow: async (href: string) => void opened.push(`new ${href}`),
    },
  };
  class Request {
    readonly method = 'GET';
    readonly mode = 'cors';
    readonly url: string;
    constructor(url: string) {
      this.url = url;
    }
  }
  new Function('self', 'caches', 'fetch', 'Request', SCRIPT)(self, caches, fetch, Request);

  /** Waits until the worker has finished everything it does for the event. */
  const send = (kind: string, event: object): Promise<unknown> => {
    const work: unknown[] = [];
    const add = (promise: unknown) => work.push(promise);
    listeners.get(kind)?.({ ...event, waitUntil: add, respondWith: add });
    return Promise.all(work);
  };
  return {
    asked,
    /** Notifications on the screen. */
    shown,
    /** The calls made to windows and the subscription. */
    opened,
    /** The names of windows that are open. */
    windows,
    push: (message: object) => send('push', { data: { json: () => message } }),
    click: (notification: Shown | undefined) => send('notificationclick', { notification }),
    cachedIn: (name: string) => caches.keysOf(name),
    tell: (data: object) => send('message', { data }),
    open: (path: string) => send('fetch', { request: new Request(`${ORIGIN}${path}`) }),
  };
}

function memoryCaches() {
  const all = new Map<string, Map<string, object>>();
  const keysIn = (kept: Map<string, object>) => [...kept.keys()].map((url) => ({ url }));
  return {
    keysOf: (name: string) => [...(all.get(name)?.keys() ?? [])],
    async open(name: string) {
      const kept = all.get(name) ?? new Map<string, object>();
      all.set(name, kept);
      return {
        match: async (key: string) => kept.get(key),
        put: async (key: string, answer: object) => void kept.set(key, answer),
        delete: async (key: string | { url: string }) => kept.delete(typeof key === 'string' ? key : key.url),
        keys: async () => keysIn(kept),
      };
    },
    match: async (key: string, { cacheName }: { cacheName: string }) => all.get(cacheName)?.get(key),
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
  };
}
