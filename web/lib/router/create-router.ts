import { createBrowserHistory, type RouterHistory } from '@tanstack/history';
import type { ComponentType } from 'react';
import type { AppRoute } from '#web/describe-route.ts';
import { withChunkTimeout } from '#web/lib/load-page.ts';
import { createStore } from '#web/lib/store.ts';
import { findRoute, type Params } from './find-route.ts';
import { hrefOf, type Place, readPlace, type Target } from './place.ts';

/** The open page. Its component is missing while it loads. */
export type Visit = {
  location: Place;
  route?: AppRoute;
  params: Params;
  Page?: ComponentType;
  error?: unknown;
};

export type Move = Target & {
  replace?: boolean;
  /** False keeps the scroll position, for a change within the page. */
  resetScroll?: boolean;
};

/** A page that has just been drawn, and the one before it. */
export type Drawn = { to: Place; from: Place | undefined; isReturn: boolean; resetScroll: boolean };

export type RouterOptions = {
  routes: readonly AppRoute[];
  history?: RouterHistory;
  /** Lets somebody in, or says where they have to go. A preload must not remember anything. */
  enter: (route: AppRoute, place: Place, isPreload: boolean) => string | undefined;
  /** Where an unknown address leads. */
  elsewhere: string;
};

export type Router = ReturnType<typeof createRouter>;

const withoutSlash = (pathname: string) => pathname.replace(/(?<=.)\/+$/, '');

function createSignal<Event>() {
  const listeners = new Set<(event: Event) => void>();
  return {
    send: (event: Event) => {
      for (const listener of [...listeners]) listener(event);
    },
    listen: (listener: (event: Event) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Keeps the page that is shown in step with the address. */
export function createRouter({ routes, history = createBrowserHistory(), enter, elsewhere }: RouterOptions) {
  const pages = new Map<AppRoute, ComponentType>();
  const visits = createStore<Visit>({ location: readPlace(history.location), params: {} });
  const left = createSignal<Place>();
  const drawn = createSignal<Drawn>();
  let lastDrawn: Place | undefined;
  let how = { isReturn: true, resetScroll: true };
  let keepsScroll = false;
  let opening = Promise.resolve();

  async function loadPage(route: AppRoute): Promise<ComponentType> {
    const Page = pages.get(route) ?? (await withChunkTimeout(route.page)());
    pages.set(route, Page);
    return Page;
  }

  async function show(visit: Visit & { route: AppRoute }): Promise<void> {
    visits.write({ ...visit, Page: pages.get(visit.route) });
    const shown = visits.read();
    if (shown.Page) return;
    try {
      const Page = await loadPage(visit.route);
      if (visits.read() === shown) visits.write({ ...visit, Page });
    } catch (error) {
      if (visits.read() === shown) visits.write({ ...visit, error });
    }
  }

  async function open(): Promise<void> {
    const { location: before } = visits.read();
    const { href, state } = history.location;
    const isSame = before.href === href && before.key === (state.key ?? href);
    const location = isSame ? before : readPlace(history.location);
    const found = findRoute(routes, location.pathname);
    if (!found) return move(elsewhere, { replace: true });
    const path = withoutSlash(location.pathname);
    if (path !== location.pathname)
      return move(path + href.slice(location.pathname.length), { replace: true });
    const target = enter(found.route, location, false);
    if (target !== undefined) return move(target, { replace: true });
    if (!isSame) left.send(before);
    // The page shows how far its calls are, so nothing waits for them here.
    void found.route.data?.(found.params);
    return show({ location, ...found });
  }

  history.subscribe(({ action: { type } }) => {
    const isReturn = type !== 'PUSH' && type !== 'REPLACE';
    how = { isReturn, resetScroll: !keepsScroll };
    keepsScroll = false;
    opening = open();
  });
  opening = open();

  /** Resolves when the page is there, or another one was asked for. */
  function move(href: string, { replace = false, resetScroll = true } = {}): Promise<void> {
    keepsScroll = !resetScroll;
    const isHere = href === history.location.href;
    if (replace || isHere) history.replace(href);
    else history.push(href);
    return opening;
  }

  return {
    history,
    visits,
    onLeft: left.listen,
    onDrawn: drawn.listen,
    get state() {
      return visits.read();
    },
    opened: () => opening,
    hrefOf: (target: Target) => hrefOf(target, visits.read().location),
    navigate: ({ replace, resetScroll, ...target }: Move) =>
      move(hrefOf(target, visits.read().location), { replace, resetScroll }),
    /** Asks the guard again, because somebody logged in or out. */
    enterAgain: () => {
      opening = open();
      return opening;
    },
    preload: (href: string) => {
      const { pathname, search } = new URL(href, 'http://site');
      const found = findRoute(routes, pathname);
      const place = {
        ...visits.read().location,
        href,
        pathname,
        search: Object.fromEntries(new URLSearchParams(search)),
      };
      if (!found || enter(found.route, place, true) !== undefined) return;
      void found.route.data?.(found.params);
      // Whoever opens the page sees why it cannot be loaded.
      void loadPage(found.route).catch(() => undefined);
    },
    /** The provider says that what the state holds is on the page. */
    markDrawn: () => {
      const { location, Page, error } = visits.read();
      if ((!Page && error === undefined) || location === lastDrawn) return;
      const from = lastDrawn;
      lastDrawn = location;
      drawn.send({ to: location, from, ...how });
    },
  };
}
