// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { adminRoutes } from '#web/admin-routes.ts';
import { findDetour } from '#web/lib/guards.ts';
import { closeSession, openSession, type Session } from '#web/lib/session.ts';
import { routes as shopRoutes } from '#web/routes.ts';
import { answer, answerCalls, errorAnswer } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { renderSite } from '#web/testing/render-site.tsx';

const routes = [...shopRoutes, ...adminRoutes];
const LOGGED_OUT: Session = { isLoggedIn: false };
const as = (type: Role): Session => ({ isLoggedIn: true, token: 't', user: buildUser({ type }) });
const PEOPLE: Record<string, Session> = {
  nobody: LOGGED_OUT,
  authenticated: as('authenticated'),
  customer_support: as('customer_support'),
  analyst: as('analyst'),
  super: as('super'),
};

const STAFF = ['customer_support', 'analyst', 'super'];
const EVERYONE_LOGGED_IN = ['authenticated', ...STAFF];

/** Who may enter, written out from sections 2 and 6 of the specification. */
const MAY_ENTER: Record<string, string[]> = {
  '/': EVERYONE_LOGGED_IN,
  '/payment': EVERYONE_LOGGED_IN,
  '/image-payment': EVERYONE_LOGGED_IN,
  '/events': EVERYONE_LOGGED_IN,
  '/events/:eventid': EVERYONE_LOGGED_IN,
  '/events/:eventid/album/:albumid': EVERYONE_LOGGED_IN,
  '/user-album/:albumId': EVERYONE_LOGGED_IN,
  '/checkout/:orderId': Object.keys(PEOPLE),
  '/receipt/:orderKey': EVERYONE_LOGGED_IN,
  '/purchaseAlbum/:albumUuid': EVERYONE_LOGGED_IN,
  '/user-profile': EVERYONE_LOGGED_IN,
  '/admin': STAFF,
  '/admin/events': STAFF,
  '/admin/events/:eventid': STAFF,
  '/admin/events/:eventid/:section': STAFF,
  '/admin/events/new': STAFF,
  '/admin/price-lists': STAFF,
  '/admin/albums': STAFF,
  '/admin/albums/:albumid/cull': STAFF,
  '/admin/reports': ['analyst', 'super'],
  '/admin/report-photo-review': STAFF,
  '/admin/never-show': STAFF,
  '/admin/users': STAFF,
  '/admin/scraping-monitor': STAFF,
  '/admin/photo-links': STAFF,
  '/admin/users/notification-settings': STAFF,
  '/admin/users/found-albums/:userid': STAFF,
  '/admin/users/user-athletes/:userid': STAFF,
  '/admin/users/:userid': STAFF,
  '/admin/support': STAFF,
  '/admin/payment-cases': STAFF,
  '/admin/payouts': ['super'],
  '/admin/tax': ['analyst', 'super'],
  '/admin/books': ['super'],
  '/admin/trace': ['super'],
  '/admin/settings': ['super'],
  '/admin/photographer-report': STAFF,
  '/admin/photographer-report/roster': STAFF,
  '/admin/photographer-report/statements': STAFF,
  '/AddPaymentMethod': EVERYONE_LOGGED_IN,
  '/MyAlbums': EVERYONE_LOGGED_IN,
  '/OpenOrders': EVERYONE_LOGGED_IN,
  '/MyAthlete': EVERYONE_LOGGED_IN,
  '/addNewAthlete': EVERYONE_LOGGED_IN,
  '/search-albums': EVERYONE_LOGGED_IN,
  '/view-album/:albumId': Object.keys(PEOPLE),
  '/unsubscribe': Object.keys(PEOPLE),
  '/e': Object.keys(PEOPLE),
  '/e/:code': Object.keys(PEOPLE),
  '/cockpit/:token': Object.keys(PEOPLE),
  '/shared/:token': Object.keys(PEOPLE),
  '/pass/:token': Object.keys(PEOPLE),
  '/payee/:token': Object.keys(PEOPLE),
  '/wall/:token': Object.keys(PEOPLE),
  '/terms': Object.keys(PEOPLE),
  '/privacy': Object.keys(PEOPLE),
  '/login': ['nobody'],
  '/Login': ['nobody'],
  '/LoginSimple': ['nobody'],
  '/register': ['nobody'],
  '/PasswordReset': ['nobody'],
};

test('the table holds every route of the specification once', () => {
  expect(routes.map((route) => route.path).sort()).toEqual(Object.keys(MAY_ENTER).sort());
});

describe.each(routes.map((route) => [route.path, route] as const))('%s', (path, route) => {
  test.each(Object.entries(PEOPLE))('%s', (name, session) => {
    const detour = findDetour(route, session, undefined);
    const expected = MAY_ENTER[path]?.includes(name) ? undefined : name === 'nobody' ? '/Login' : '/';
    expect(detour).toBe(expected);
  });
});

describe('navigation', () => {
  beforeEach(() => {
    answerCalls(
      answer(accountEndpoints.me, buildUser()),
      answer(foundAlbumEndpoints.myAlbums, errorAnswer(404, 'not_found')),
    );
  });

  test('a page shows "Loading..." until its chunk has come, then its title', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    renderSite(
      '/unsubscribe',
      routes.map((route) => ({
        ...route,
        page: async () => {
          await arrived;
          return route.page();
        },
      })),
    );
    expect((await screen.findByText('Loading...')).getAttribute('role')).toBe('status');
    arrive();
    expect(await screen.findByRole('heading', { level: 1, name: 'Stop emails' })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Notifications · Encore'));
  });

  test('login leads back to where the person wanted to go', async () => {
    const router = renderSite('/OpenOrders?from=mail');
    await waitFor(() => expect(router.state.location.pathname).toBe('/Login'));
    await screen.findByRole('heading', { level: 2, name: 'Log in or sign up' });
    await act(async () => openSession({ jwt: 'token-1', user: buildUser() }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Unpaid and group orders' })).toBeTruthy();
    expect(router.state.location.href).toBe('/OpenOrders?from=mail');
  });

  test('an ended session leaves the page for /Login', async () => {
    openSession({ jwt: 'token-1', user: buildUser() });
    const router = renderSite('/OpenOrders');
    await screen.findByRole('heading', { level: 1, name: 'Unpaid and group orders' });
    await act(async () => closeSession());
    await waitFor(() => expect(router.state.location.pathname).toBe('/Login'));
  });

  test.each(['/nowhere', '/admin/nowhere', '/admin', '/myalbums', '/login', '/LoginSimple/?loginToken=1'])(
    'a customer at %s goes home',
    async (start) => {
      openSession({ jwt: 'token-1', user: buildUser() });
      const router = renderSite(start);
      await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    },
  );

  test('a token in the address stays text', async () => {
    const router = renderSite('/LoginSimple/?loginToken=12345678901234567890123');
    await screen.findByRole('button', { name: 'Log in to Encore' });
    expect(router.state.location.search).toEqual({ loginToken: '12345678901234567890123' });
  });
});
