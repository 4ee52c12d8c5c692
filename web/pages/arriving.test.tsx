// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { arrivingEndpoints, type VisitedPool } from '#contract/endpoints/arriving.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { enteringEndpoints } from '#contract/endpoints/entering.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { arriveByMail } from '#web/features/accounts/arrive-by-mail.ts';
import { findLastLocation } from '#web/lib/come-back.ts';
import { dropMailLink, takeSecret } from '#web/lib/mail-link.ts';
import { openSession, readSession } from '#web/lib/session.ts';
import { type Answer, answer, answerCalls, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import { buildAlbum, buildEvent, buildFoundAlbum } from '#web/testing/demo-albums.ts';
import { buildOrder, buildPool } from '#web/testing/demo-orders.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { renderSite } from '#web/testing/render-site.tsx';

const KEY = 'order-key-of-at-least-16';
const TICKET = 't'.repeat(43);
const TOKEN = 'm'.repeat(43);
const NEWCOMER = buildUser({ id: 31, email: 'new@encore.test', first_name: '', name: '' });
const album = buildAlbum(3);

const visited = (changes: Partial<VisitedPool> = {}): VisitedPool => ({
  state: 'open',
  owner_first_name: 'Uma',
  title: 'Northshore Elite Royals',
  albums: 1,
  photos: 14,
  album: {
    uuid: album.uuid,
    team: 'Northshore Elite Royals',
    division: 'Senior L4 Medium',
    performance_order: 42,
    event: 'Crown Series Grand Nationals',
    place: 'Denver, CO',
    start_date: '2026-11-15',
    last_date: '2026-11-15',
    cover: [],
    cover_auth: null,
  },
  shares: 7,
  shares_left: 4,
  share_price: 1995,
  deadline: '2026-11-21T18:00:00.000Z',
  ...changes,
});

function answerSite(...changes: Answer[]) {
  return answerCalls(
    answer(accountEndpoints.me, NEWCOMER),
    answer(foundAlbumEndpoints.myAlbums, { found: [], owned: [], owned_images: [] }),
    answer(enteringEndpoints.sendOneTimeCode, { ticket: TICKET, expires_at: '2026-11-16T10:10:00.000Z' }),
    answer(enteringEndpoints.enterByCode, { jwt: 'token-new', user: NEWCOMER }),
    ...changes,
  );
}

async function enterByCode(button: string, code = '123456') {
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: 'New@encore.test' } });
  fireEvent.click(screen.getByRole('button', { name: button }));
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: code } });
}

afterEach(() => act(() => dropMailLink()));

describe('a pool link opened without log-in', () => {
  test('says what it is about, and an address and a code lead straight on to joining', async () => {
    const pool = buildPool({ taken: 3, shares_left: [1995, 1995, 1995, 1995] });
    const calls = answerSite(
      answer(arrivingEndpoints.visitPool, visited()),
      answer(orderEndpoints.getOrder, buildOrder({ is_mine: false, owner_first_name: 'Uma', pool })),
    );
    const router = renderSite(`/checkout/${KEY}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Join Uma’s group order' })).toBeTruthy();
    expect(screen.getByText('$19.95')).toBeTruthy();
    expect(screen.getByText('4 of 7 left')).toBeTruthy();
    expect(screen.getByText(/Open until/).textContent).toMatch(/Saturday/);
    expect(screen.getByText(/Every family gets all 14 photos/)).toBeTruthy();
    await enterByCode('Continue');
    expect(await screen.findByRole('heading', { level: 1, name: 'Group order' })).toBeTruthy();
    expect(await screen.findByLabelText(/Your first name/)).toBeTruthy();
    expect(router.state.location.pathname).toBe(`/checkout/${KEY}`);
    expect(bodiesSentTo(calls, enteringEndpoints.sendOneTimeCode)).toEqual([
      { email: 'new@encore.test', agreed_to_terms: true, to: `/checkout/${KEY}` },
    ]);
    expect(bodiesSentTo(calls, enteringEndpoints.enterByCode)).toEqual([
      { email: 'new@encore.test', ticket: TICKET, code: '123456' },
    ]);
  });

  test.each([
    ['full', 'This group order is full'],
    ['ended', 'This group order has ended'],
    ['canceled', 'This group order was canceled'],
  ] as const)('that is %s says so kindly', async (state, title) => {
    const closed = { state, album: null, shares_left: 0, share_price: null, deadline: null };
    answerSite(answer(arrivingEndpoints.visitPool, visited(closed)));
    renderSite(`/checkout/${KEY}`);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    expect(screen.getByText(/You can still buy the Northshore Elite Royals photos yourself/)).toBeTruthy();
    expect(screen.queryByText(/a share/)).toBeNull();
  });

  test('that nobody shared still lets its owner log in', async () => {
    answerSite(answer(arrivingEndpoints.visitPool, errorAnswer(404, 'not_found')));
    renderSite(`/checkout/${KEY}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'This isn’t a group order' })).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Log in with a password' }));
    await waitFor(() => expect(findLastLocation()).toBe(`/checkout/${KEY}`));
  });

  test('shows a wrong code, keeps the address, and can send another one', async () => {
    answerSite(
      answer(arrivingEndpoints.visitPool, visited()),
      answer(enteringEndpoints.enterByCode, errorAnswer(400, 'code_invalid', 'wrong', { tries_left: 4 })),
    );
    renderSite(`/checkout/${KEY}`);
    await enterByCode('Continue', '000000');
    expect(await screen.findByText('That’s not the right code. You have 4 tries left.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Use another address' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('New@encore.test');
  });
});

describe('a public album', () => {
  const found = buildFoundAlbum(3);
  const openAlbum = () => {
    const calls = answerSite(
      answer(catalogueEndpoints.getAlbumByUuid, { ...album, events: [buildEvent()] }),
      answer(foundAlbumEndpoints.findAlbum, found),
      answer(foundAlbumEndpoints.viewAlbum, { ...found, images: [], temp_jwt: 'pass' }),
    );
    return { calls, router: renderSite(`/view-album/${album.uuid}`) };
  };
  const viewsIn = (calls: ReturnType<typeof openAlbum>['calls']) =>
    bodiesSentTo(calls, foundAlbumEndpoints.viewAlbum).length;

  test('opens in the viewer after an address and a code, without using a view', async () => {
    const { calls, router } = openAlbum();
    await enterByCode('See the photos');
    await waitFor(() => expect(router.state.location.pathname).toBe('/events/5/album/3'));
    expect(viewsIn(calls)).toBe(0);
  });

  test('can be bought by somebody without an account: one view is used, and paying comes next', async () => {
    const { calls, router } = openAlbum();
    const buy = await screen.findByRole('button', { name: /^Buy the album, \$/ });
    await enterByCode(buy.textContent ?? '');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/purchaseAlbum/${album.uuid}`));
    expect(viewsIn(calls)).toBe(1);
    expect(bodiesSentTo(calls, enteringEndpoints.sendOneTimeCode)).toMatchObject([
      { to: `/purchaseAlbum/${album.uuid}` },
    ]);
  });
});

describe('the link in a mail', () => {
  const facts = {
    email_hint: 'b•••@m•••.test',
    first_name: 'Bea',
    about: 'New photos of Comets',
    is_yours: false,
    has_session: true,
    works: true,
  };
  const bea = buildUser({ id: 40, email: 'bea@mail.test', first_name: 'Bea' });

  test('leaves no secret in the address', () => {
    window.history.replaceState(null, '', `/OpenOrders?login=${TOKEN}&tab=x#part`);
    expect(takeSecret('login')).toBe(TOKEN);
    expect(window.location.href).toMatch(/\/OpenOrders\?tab=x#part$/);
    window.history.replaceState(null, '', '/');
  });

  test('logs its reader in before the page is shown', async () => {
    answerSite(answer(accountEndpoints.logInByLink, { jwt: 'token-b', user: bea }));
    await arriveByMail(TOKEN);
    expect(readSession().user?.email).toBe('bea@mail.test');
  });

  test('that was used before leads to its place after a log-in that says what it is about', async () => {
    answerSite(
      answer(accountEndpoints.logInByLink, errorAnswer(400, 'link_invalid')),
      answer(enteringEndpoints.describeMailLink, { ...facts, works: false, has_session: false }),
    );
    await arriveByMail(TOKEN);
    const router = renderSite('/OpenOrders');
    await waitFor(() => expect(router.state.location.pathname).toBe('/Login'));
    expect(await screen.findByText('New photos of Comets')).toBeTruthy();
    expect(screen.getByText(/Log in to continue/)).toBeTruthy();
    await act(async () => openSession({ jwt: 'token-b', user: bea }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Unpaid and group orders' })).toBeTruthy();
  });

  test('of one’s own changes nothing and is not used up', async () => {
    openSession({ jwt: 'token-b', user: bea });
    const calls = answerSite(answer(enteringEndpoints.describeMailLink, { ...facts, is_yours: true }));
    await arriveByMail(TOKEN);
    expect(bodiesSentTo(calls, accountEndpoints.logInByLink)).toEqual([]);
    renderSite('/OpenOrders');
    expect(await screen.findByRole('heading', { level: 1, name: 'Unpaid and group orders' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  const asked = async (...changes: Answer[]) => {
    const dana = buildUser();
    openSession({ jwt: 'token-a', user: dana });
    const calls = answerSite(
      answer(accountEndpoints.me, () => (readSession().token === 'token-b' ? bea : dana)),
      answer(accountEndpoints.logOut, { ok: true }),
      answer(accountEndpoints.logInByLink, { jwt: 'token-b', user: bea }),
      answer(enteringEndpoints.describeMailLink, facts),
      ...changes,
    );
    await arriveByMail(TOKEN);
    const router = renderSite('/OpenOrders');
    const sheet = await screen.findByRole('dialog', { name: 'Which account?' });
    expect(sheet.textContent).toContain(
      'You’re logged in as parent@encore.test. This link is for Bea (b•••@m•••.test).',
    );
    return { calls, router };
  };

  test('for somebody else asks, and going on leaves the link alone', async () => {
    const { calls } = await asked();
    fireEvent.click(screen.getByRole('button', { name: 'Continue as Dana' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readSession().user?.email).toBe('parent@encore.test');
    expect(bodiesSentTo(calls, accountEndpoints.logInByLink)).toEqual([]);
  });

  test('for somebody else switches to them, and ends the session before', async () => {
    const { calls, router } = await asked();
    fireEvent.click(screen.getByRole('button', { name: 'Switch to Bea' }));
    await waitFor(() => expect(readSession().user?.email).toBe('bea@mail.test'));
    expect(bodiesSentTo(calls, accountEndpoints.logOut)).toEqual([{}]);
    expect(router.state.location.pathname).toBe('/OpenOrders');
  });

  test('for somebody else that no longer works leads to the log-in', async () => {
    const { router } = await asked(answer(enteringEndpoints.describeMailLink, { ...facts, works: false }));
    fireEvent.click(screen.getByRole('button', { name: 'Switch to Bea' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/Login'));
    expect(findLastLocation()).toBe('/OpenOrders');
  });

  test('that meets a session that has ended logs in as if nobody were', async () => {
    openSession({ jwt: 'token-a', user: buildUser() });
    answerSite(
      answer(enteringEndpoints.describeMailLink, { ...facts, has_session: false }),
      answer(accountEndpoints.logInByLink, { jwt: 'token-b', user: bea }),
    );
    await arriveByMail(TOKEN);
    expect(readSession().user?.email).toBe('bea@mail.test');
  });

  test('that meets a super who has yet to set up two-step login asks, too', async () => {
    openSession({ jwt: 'token-a', user: buildUser({ type: 'super', second_factor_needed: true }) });
    const calls = answerSite(answer(enteringEndpoints.describeMailLink, { ...facts, has_session: false }));
    await arriveByMail(TOKEN);
    expect(readSession().token).toBe('token-a');
    expect(bodiesSentTo(calls, accountEndpoints.logInByLink)).toEqual([]);
  });

  test('to an account with two-step login asks for the code', async () => {
    answerSite(
      answer(
        accountEndpoints.logInByLink,
        errorAnswer(401, 'second_factor_required', 'code', {
          challenge: 'c'.repeat(43),
          expires_at: '2026-11-16T10:10:00.000Z',
        }),
      ),
    );
    await arriveByMail(TOKEN);
    renderSite('/OpenOrders');
    expect(await screen.findByText('Six digits from your authenticator app.')).toBeTruthy();
  });
});

test('an expired session says so on the log-in page and returns to where one was', async () => {
  openSession({ jwt: 'token-old', user: buildUser() });
  let isExpired = true;
  answerSite(
    answer(accountEndpoints.me, () => (isExpired ? errorAnswer(401, 'token_expired') : buildUser())),
    answer(orderEndpoints.listMyOrders, []),
    answer(inviteEndpoints.listOrderInvites, []),
  );
  const router = renderSite('/OpenOrders');
  await waitFor(() => expect(router.state.location.pathname).toBe('/Login'));
  expect(await screen.findByText('You were logged out. Log in to continue.')).toBeTruthy();
  isExpired = false;
  await act(async () => openSession({ jwt: 'token-new', user: buildUser() }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/OpenOrders'));
});

describe('links that were asked for', () => {
  const USED = {
    email_hint: 'b•••@m•••.test',
    first_name: 'Bea',
    about: null,
    is_yours: false,
    has_session: false,
    works: false,
  };
  test('a login link for another account, opened while logged in, says so, logs in, and leads on', async () => {
    openSession({ jwt: 'token-a', user: buildUser() });
    const bea = buildUser({ id: 40, email: 'bea@mail.test', first_name: 'Bea' });
    answerSite(
      answer(accountEndpoints.me, () => (readSession().token === 'token-b' ? bea : buildUser())),
      answer(accountEndpoints.logOut, { ok: true }),
      answer(accountEndpoints.logInByLink, { jwt: 'token-b', user: bea }),
      answer(enteringEndpoints.describeMailLink, {
        email_hint: 'b•••@m•••.test',
        first_name: 'Bea',
        about: null,
        is_yours: false,
        has_session: true,
        works: true,
      }),
      answer(orderEndpoints.listMyOrders, []),
    );
    const router = renderSite(`/LoginSimple/?loginToken=${TOKEN}&to=%2FOpenOrders`);
    expect(await screen.findByText(/This link is for/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Log in to Encore' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/OpenOrders'));
    expect(readSession().user?.email).toBe('bea@mail.test');
  });

  test.each([
    [`/LoginSimple/?loginToken=${TOKEN}`, 'Log in by email', errorAnswer(400, 'link_invalid')],
    [`/PasswordReset/?code=${TOKEN}`, 'Reset your password', errorAnswer(400, 'link_invalid')],
    [`/LoginSimple/?loginToken=${TOKEN}`, 'Log in by email', USED],
    [`/PasswordReset/?code=${TOKEN}`, 'Reset your password', USED],
  ])('%s that no longer works says so before it is used', async (path, title, facts) => {
    const calls = answerSite(answer(enteringEndpoints.describeMailLink, facts));
    renderSite(path);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    expect(screen.getByText('This link no longer works. Ask for a new one.')).toBeTruthy();
    expect(bodiesSentTo(calls, accountEndpoints.logInByLink)).toEqual([]);
  });

  test('a reset link sets the password', async () => {
    openSession({ jwt: 'token-a', user: buildUser() });
    const calls = answerSite(
      answer(accountEndpoints.me, buildUser()),
      answer(accountEndpoints.logOut, { ok: true }),
      answer(accountEndpoints.resetPassword, { jwt: 'token-c', user: buildUser() }),
    );
    const router = renderSite(`/PasswordReset/?code=${TOKEN}`);
    fireEvent.change(await screen.findByLabelText('New password'), { target: { value: 'Curtain-Call-43' } });
    fireEvent.change(screen.getByLabelText('Repeat new password'), { target: { value: 'Curtain-Call-43' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save and log in' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(bodiesSentTo(calls, accountEndpoints.resetPassword)).toHaveLength(1);
  });
});
