// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { EndpointShape } from '#contract/endpoint.ts';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import type { UserFoundAlbum } from '#contract/entities/album.ts';
import type { User } from '#contract/entities/user.ts';
import { type Answer, answer, bodiesSentTo, errorAnswer, type Reply } from '#web/testing/answers.ts';
import { buildEvent, buildFoundAlbum } from '#web/testing/demo-albums.ts';
import { buildDownload } from '#web/testing/demo-orders.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { openSite } from '#web/testing/render-site.tsx';

const stateOf = (found: UserFoundAlbum[], owned: UserFoundAlbum[] = []) => ({
  found,
  owned,
  owned_images: [],
});

function openHome(
  albums: Reply<typeof foundAlbumEndpoints.myAlbums>,
  { path = '/', user = buildUser(), more = [] as Answer[] } = {},
) {
  return openSite(path, user, [
    answer(foundAlbumEndpoints.myAlbums, albums),
    answer(catalogueEndpoints.listEvents, []),
    answer(catalogueEndpoints.suggestTeams, { teams: [], events: [] }),
    answer(catalogueEndpoints.searchAlbums, { albums: [], total: 0, total_is_floor: false }),
    ...more,
  ]);
}

const manyAlbums = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    buildFoundAlbum(index + 1, { album: { performance_order: count - index } }),
  );

test.each([
  [0, '0 of 10 views used', true, 'View Before Purchasing'],
  [3, '3 of 10 views used', true, 'Purchase Album'],
  [10, '10 of 10 views used', false, 'Purchase Album'],
])('a card with %i views says "%s"', async (viewsUsed, words, canView, purchase) => {
  openHome(stateOf([buildFoundAlbum(1, { viewsUsed })]));
  const card = within(await screen.findByRole('article', { name: /Northshore Elite Royals/ }));
  expect(
    card.getByText((_, element) => element?.tagName === 'P' && element.textContent === words),
  ).toBeTruthy();
  expect(card.getByText('$139.65')).toBeTruthy();
  expect(card.queryByRole('link', { name: 'View Album' }) !== null).toBe(canView);
  if (!canView)
    expect(card.getByRole<HTMLButtonElement>('button', { name: 'View Album' }).disabled).toBe(true);
  if (viewsUsed === 0) {
    expect(card.getByRole('button', { name: purchase }).getAttribute('aria-disabled')).toBe('true');
  } else {
    const href = card.getByRole('link', { name: purchase }).getAttribute('href');
    expect(href).toBe('/events/5/album/1?buy=album');
  }
});

test('"View Before Purchasing" says why it does nothing yet, and offers to view the album', async () => {
  openHome(stateOf([buildFoundAlbum(1)]));
  const card = within(await screen.findByRole('article'));
  const button = card.getByRole('button', { name: 'View Before Purchasing' });
  button.focus();
  expect(document.activeElement).toBe(button);
  expect(card.getAllByRole('link', { name: 'View Album' })).toHaveLength(1);
  fireEvent.click(button);
  expect(card.getByRole('status').textContent).toContain('Take a look first, then you can buy it.');
  expect(within(card.getByRole('status')).getByRole('link', { name: 'View Album' })).toBeTruthy();
});

const cover = [{ id: 1, width: 3, height: 2, captured_at: null, placeholder: null }];
const ofTeam = (id: number, team_name: string, published_at: string, changes = {}) =>
  buildFoundAlbum(id, { published_at, album: { team_name, cover }, ...changes });

test('home starts with the newest photos of a saved team that are not owned', async () => {
  const user = buildUser({
    team_subscriptions: [{ id: 9, program_name: 'Northshore Elite', team_name: 'Royals', division_name: '' }],
  });
  const yesterday = new Date(Date.now() - 30 * 3600_000).toISOString();
  openHome(
    stateOf(
      [
        ofTeam(1, 'Royals', '2026-10-01T00:00:00Z'),
        ofTeam(2, 'Royals', yesterday),
        // A stranger's team that was only looked at.
        ofTeam(3, 'Comets', new Date().toISOString()),
      ],
      [ofTeam(4, 'Royals', new Date().toISOString(), { owned: true })],
    ),
    { user },
  );
  const hero = within(await screen.findByRole('region', { name: 'Northshore Elite Royals' }));
  expect(hero.getByRole('link', { name: 'View Album' }).getAttribute('href')).toBe('/events/5/album/2');
  expect(hero.getByText('New · yesterday')).toBeTruthy();
});

test('home shows no large album if all of them are owned', async () => {
  openHome(stateOf([], [ofTeam(1, 'Royals', new Date().toISOString(), { owned: true })]));
  await screen.findByRole('article');
  expect(screen.queryByText(/^New ·/)).toBeNull();
  expect(screen.getAllByRole('link', { name: 'View Album' })).toHaveLength(1);
});

test('an owned album says "Already Purchased", shows no price and can always be viewed', async () => {
  openHome(stateOf([], [buildFoundAlbum(1, { owned: true, viewsUsed: 60 })]));
  const card = within(await screen.findByRole('article'));
  expect(card.getByText('Already Purchased')).toBeTruthy();
  expect(card.getByText('50 of 50 views')).toBeTruthy();
  expect(card.queryByText('$139.65')).toBeNull();
  expect(card.queryByText(/Purchase Album/)).toBeNull();
  expect(card.getByRole('link', { name: 'View Album' })).toBeTruthy();
});

test('an owned album shows its views out of 50', async () => {
  openHome(stateOf([], [buildFoundAlbum(1, { owned: true, viewsUsed: 3 })]));
  expect(within(await screen.findByRole('article')).getByText('3 of 50 views')).toBeTruthy();
});

test('Download on the card of an owned album downloads it', async () => {
  const owned = buildFoundAlbum(1, { owned: true });
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const more = [
    answer(downloadEndpoints.myDownloads, {
      albums: [buildDownload({ ...owned.album, events: [owned.event] })],
      photos: [],
    }),
    answer(downloadEndpoints.downloadAlbum, {
      url: '/api/album-zips/token',
      size_bytes: 1_000_000,
      expires_at: '2026-11-14T13:00:00.000Z',
      downloads_used: 0,
      downloads_max: 15,
    }),
  ];
  openHome(stateOf([], [owned]), { more });
  const card = within(await screen.findByRole('article'));
  const download = card.getByRole<HTMLButtonElement>('button', { name: 'Download' });
  await waitFor(() => expect(download.disabled).toBe(false));
  fireEvent.click(download);
  expect(await card.findByText(/Your browser is downloading it/)).toBeTruthy();
  expect(saved).toHaveBeenCalledOnce();
  saved.mockRestore();
});

test('a card shows order, program, team, division, date, event and venue; without pricing it costs $19.95', async () => {
  openHome(stateOf([buildFoundAlbum(1, { event: buildEvent({ event_pricings: [] }) })]));
  const text = (await screen.findByRole('article')).textContent;
  for (const part of ['42', 'Northshore Elite', 'Royals', 'Senior L4 Medium', '10/24/2026', '$19.95']) {
    expect(text).toContain(part);
  }
  expect(text).toContain('2026 Crown Series Grand Nationals, Denver, CO. Ball Arena');
});

test('ten albums to a page, counted up to the page, and the page is in the address', async () => {
  const { router } = openHome(stateOf(manyAlbums(34)));
  expect(await screen.findByText('Displaying (10 of 34 albums)')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(10);
  fireEvent.click(screen.getByRole('link', { name: 'Page 4' }));
  expect(await screen.findByText('Displaying (4 of 34 albums)')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(4);
  expect(router.state.location.href).toBe('/?page=4');
  router.history.back();
  expect(await screen.findByText('Displaying (10 of 34 albums)')).toBeTruthy();
});

test('the filter is in the address, and an address with a filter fills the field', async () => {
  const albums = [
    buildFoundAlbum(1),
    buildFoundAlbum(2, { album: { program_name: 'Bayline Cheer', team_name: 'Tidal' } }),
  ];
  const { router } = openHome(stateOf(albums), { path: '/?q=tidal' });
  const field = await screen.findByLabelText<HTMLInputElement>('Filter/Refine Results by Keywords');
  expect(field.value).toBe('tidal');
  expect(screen.getByText('Displaying (1 of 1 albums)')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'tidal nowhere' } });
  expect(await screen.findByText('No albums found matching your search criteria.')).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'tidal nowhere' }));
});

test('"/" brings the cursor to the filter', async () => {
  openHome(stateOf([buildFoundAlbum(1)]));
  const field = await screen.findByLabelText('Filter/Refine Results by Keywords');
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(field);
});

test('no albums, and albums that fail to load, give the same sentence; a failure can be tried again', async () => {
  let isBroken = true;
  openHome(() => (isBroken ? errorAnswer(500, 'internal') : stateOf([buildFoundAlbum(1)])));
  expect(await screen.findByText('No albums available, please check back later.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article', { name: /Northshore Elite Royals/ })).toBeTruthy();
});

const royals = { id: 9, program_name: 'Northshore Elite', team_name: 'Royals', division_name: '' };

test('a saved search is removed only after "Yes, I am Sure", and albums and user are loaded again', async () => {
  const user: User = buildUser({ team_subscriptions: [royals] });
  const { fetches } = openHome(stateOf([buildFoundAlbum(1)]), {
    user,
    more: [answer(foundAlbumEndpoints.removeSubscription, { ok: true })],
  });
  const calls = (endpoint: EndpointShape) => bodiesSentTo(fetches, endpoint).length;
  await screen.findByRole('article');
  fireEvent.click(screen.getByRole('button', { name: 'Remove Northshore Elite Royals' }));
  const prompt = await screen.findByRole('alertdialog', { name: 'Remove Team Subscription' });
  fireEvent.click(within(prompt).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls(foundAlbumEndpoints.removeSubscription)).toBe(0);

  const usersBefore = calls(accountEndpoints.me);
  fireEvent.click(screen.getByRole('button', { name: 'Remove Northshore Elite Royals' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, I am Sure' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls(foundAlbumEndpoints.removeSubscription)).toBe(1);
  expect(calls(accountEndpoints.me)).toBeGreaterThan(usersBefore);
  expect(calls(foundAlbumEndpoints.myAlbums)).toBe(2);
});

test('the newest of many albums are shown first, and the older ones are added page by page', async () => {
  const albums = manyAlbums(1_300);
  const { fetches } = openHome(({ query }) => {
    const start = albums.findIndex(({ id }) => id === Number(query.get('before'))) + 1;
    return stateOf(albums.slice(start, start + Number(query.get('limit'))));
  });
  await screen.findAllByRole('article');
  await screen.findByText('Displaying (10 of 1300 albums)');
  expect(bodiesSentTo(fetches, foundAlbumEndpoints.myAlbums)).toHaveLength(3);
});

test('choosing a team in the add-team window saves it for any division', async () => {
  const { fetches } = openHome(stateOf([buildFoundAlbum(1)]), {
    more: [
      answer(catalogueEndpoints.suggestTeams, {
        teams: [
          {
            program_name: 'Northshore Elite',
            team_name: 'Royals',
            division_name: 'Senior L4 Medium',
            albums_count: 3,
          },
        ],
        events: [],
      }),
      answer(foundAlbumEndpoints.addSubscription, royals),
    ],
  });
  await screen.findByRole('article');
  fireEvent.click(screen.getByRole('button', { name: 'New Team/Event Search' }));
  const field = await screen.findByRole('combobox', { name: 'Program, team, division or event' });
  await screen.findByRole('option', { name: /Senior L4 Medium/ });
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() =>
    expect(screen.queryByRole('combobox', { name: 'Program, team, division or event' })).toBeNull(),
  );
  expect(bodiesSentTo(fetches, foundAlbumEndpoints.addSubscription)[0]).toEqual({
    program_name: 'Northshore Elite',
    team_name: 'Royals',
    division_name: '',
  });
});

test('the first visit after the photos of a poster are up starts at the album', async () => {
  const { router } = openHome(stateOf([]), {
    user: buildUser({ awaits_album: true }),
    more: [answer(foundAlbumEndpoints.startAtAlbum, { album: 7 })],
  });
  await waitFor(() => expect(router.state.location.pathname).toBe('/user-album/7'));
});

test('a visit before the photos are up stays on home', async () => {
  const { fetches, router } = openHome(stateOf([]), {
    user: buildUser({ awaits_album: true }),
    more: [answer(foundAlbumEndpoints.startAtAlbum, { album: null })],
  });
  await waitFor(() => expect(fetches.mock.calls.some(([address]) => address.includes('/start'))).toBe(true));
  expect(await screen.findByText('No albums available, please check back later.')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/');
});
