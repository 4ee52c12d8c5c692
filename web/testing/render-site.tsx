import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, configure, getConfig, render } from '@testing-library/react';
import * as React from 'react';
import { afterEach, vi } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { AppRoute } from '#web/describe-route.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { closeSession, openSession, subscribeToSession } from '#web/lib/session.ts';
import { createAppRouter } from '#web/router.tsx';
import { type Answer, answer, answerCalls } from './answers.ts';
import { buildUser } from './demo-user.ts';
import { findLabelsQuickly } from './quick-labels.ts';

configure(({ getElementError }) => ({
  // Printing the whole page is useful when a query has failed for good, not at each of its tries.
  getElementError: (message, container) =>
    isTrying() ? new Error(message ?? '') : getElementError(message, container),
}));

findLabelsQuickly();

// jsdom lays nothing out, so it has nothing to scroll.
Element.prototype.scrollIntoView = () => {};

// jsdom knows dialogs, but not how to open and close them.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};

// The toasts bring a hundred style rules, and jsdom would compare each of them with every element that a query reads.
for (const style of document.querySelectorAll('style')) style.remove();

// React keeps a stack trace of each element until it has kept ten thousand within a second; no test reads them.
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
Object.defineProperty((React as Record<string, unknown>)[INTERNALS] ?? {}, 'recentlyCreatedOwnerStacks', {
  get: () => 10_000,
  set: () => undefined,
  configurable: true,
});

function isTrying(): boolean {
  return (
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics ===
    true
  );
}

let stop = () => {};
afterEach(() => stop());

/** Renders the whole site at a path, wired as in main.tsx. */
export function renderSite(path: string, routes?: readonly AppRoute[]) {
  vi.stubGlobal('scrollTo', () => {});
  // jsdom has no media queries: pages are tested as on a desk unless a test says otherwise.
  if (typeof window.matchMedia !== 'function') {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  }
  const router = createAppRouter({
    history: createMemoryHistory({ initialEntries: [path] }),
    ...(routes && { routes }),
  });
  stop = subscribeToSession(() => void router.invalidate());
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

/** Renders the site for somebody who is logged in. `answers` add to those that many pages need, or replace them. */
export function openSite(path: string, user = buildUser(), answers: Answer[] = []) {
  const fetches = answerCalls(
    answer(accountEndpoints.me, user),
    answer(foundAlbumEndpoints.myAlbums, { found: [], owned: [], owned_images: [] }),
    answer(paymentEndpoints.paymentSettings, {
      mode: 'sandbox',
      publishable_key: 'pk_test_sandbox',
      currency: 'usd',
      image_price: 499,
    }),
    ...answers,
  );
  openSession({ jwt: 'token-1', user });
  return { fetches, router: renderSite(path) };
}

/** A test that opens the site a second time closes the first one with this. */
export function leaveSite(): void {
  stop();
  cleanup();
  act(closeSession);
  queryClient.clear();
}
