import { createBrowserHistory, type RouterHistory } from '@tanstack/history';
import type { ComponentType } from 'react';
import type { AppRoute } from '#web/describe-route.ts';
import { withChunkTimeout } from '#web/lib/load-page.ts';
import { createStore } from '#web/lib/storage.ts';
import type { Params } from './find-route.ts';
import { hrefOf, type Place, readPlace, splitHref, type Target } from './place.ts';
import { createRouteTable, type RouteTableOptions } from './route-table.ts';
import { createSignal } from './signal.ts';

/** Describes the open page. The route and the component are missing while they load. */
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

/** Tells which page has just been drawn, and which one was there before. */
type Drawn = { to: Place; from: Place | undefined; isReturn: boolean; resetScroll: boolean };

export type RouterOptions = RouteTableOptions & {
  history?: RouterHistory;
  /** Lets somebody in, or says where they have to go. A preload must not remember anything. */
  enter: (route: AppRoute, place: Place, isPreload: boolean) => string | undefined;
  /** Where an unknown address leads. */
  elsewhere: string;
};

export type Router = ReturnType<typeof createRouter>;

/** Keeps the page that is shown in step with the address. */
export function createRouter({
  history = createBrowserHistory(),
  enter,
  elsewhere,
  ...options
}: RouterOptions) {
  const table = createRouteTable(options);
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

  /** Shows a visit and adds what loads, unless another visit has begun meanwhile. */
  async function show(visit: Visit, load: () => Promise<Partial<Visit>>): Promise<boolean> {
    visits.write(visit);
    const isShown = () => visits.read() === visit;
    try {
      const loaded = await load();
      if (!isShown()) return false;
      visits.write({ ...visit, ...loaded });
      return true;
    } catch (error) {
      if (isShown()) visits.write({ ...visit, error });
      return false;
    }
  }

  function readLocation(): Place {
    const { location } = visits.read();
    const { href, state } = history.location;
    const isSame = location.href === href && location.key === (state.key ?? href);
    return isSame ? location : readPlace(history.location);
  }

  async function open(): Promise<void> {
    const location = readLocation();
    if (table.isMissing(location.pathname)) {
      leaveFor(location);
      const isLoaded = await show({ location, params: {} }, async () => {
        await table.load();
        return {};
      });
      if (isLoaded) await open();
      return;
    }
    const found = table.find(location.pathname);
    const target = found ? (table.tidy(location) ?? enter(found.route, location, false)) : elsewhere;
    if (!found || target !== undefined) return move(target ?? elsewhere, { replace: true });
    leaveFor(location);
    // The page shows how far its calls are, so nothing waits for them here.
    void found.route.data?.(found.params);
    const Page = pages.get(found.route);
    if (Page) visits.write({ location, ...found, Page });
    else await show({ location, ...found }, async () => ({ Page: await loadPage(found.route) }));
  }

  function leaveFor(location: Place): void {
    const { location: before } = visits.read();
    if (before !== location) left.send(before);
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

  async function preload(href: string): Promise<void> {
    const location = readPlace({ ...history.location, ...splitHref(href) });
    if (table.isMissing(location.pathname)) await table.load();
    const found = table.find(location.pathname);
    if (!found || enter(found.route, location, true) !== undefined) return;
    void found.route.data?.(found.params);
    await loadPage(found.route);
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
    /** A failed preload is silent, because whoever opens the page sees the reason. */
    preload: (href: string) => void preload(href).catch(() => undefined),
    /** The provider calls this once React has drawn the visit. */
    markDrawn: () => {
      const { location, Page, error } = visits.read();
      if ((!Page && error === undefined) || location === lastDrawn) return;
      const from = lastDrawn;
      lastDrawn = location;
      drawn.send({ to: location, from, ...how });
    },
  };
}
