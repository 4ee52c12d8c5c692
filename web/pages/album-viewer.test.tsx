// @vitest-environment jsdom

import { createMemoryHistory } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import type { UserFoundAlbum } from '#contract/entities/album.ts';
import type { User } from '#contract/entities/user.ts';
import { PROGRAMS_EXCEEDED_MESSAGE, VIEWS_EXCEEDED_MESSAGE } from '#contract/rules/albums.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { openSession } from '#web/lib/session.ts';
import { App, createAppRouter } from '#web/router.tsx';
import { answer, answerCalls, errorAnswer, type Reply } from '#web/testing/answers.ts';
import { buildFoundAlbum, buildImage } from '#web/testing/demo-albums.ts';
import { buildUser } from '#web/testing/demo-user.ts';

const IMAGES = [buildImage(11), buildImage(12)];
const tokenUntil = (moment: number) => `1-${Math.ceil(moment / 1000).toString(36)}.7.p.signature`;
const halfAnHourAhead = () => Date.now() + 30 * 60_000;

function openViewer(
  found: UserFoundAlbum,
  options: {
    path?: string;
    view?: Reply<typeof foundAlbumEndpoints.viewAlbum>;
    isHeld?: boolean;
    user?: User;
  } = {},
) {
  const user = options.user ?? buildUser();
  const viewed = { ...found, user_album_views: [...found.user_album_views, { id: 99, created_at: '' }] };
  const fetches = answerCalls(
    answer(accountEndpoints.me, user),
    answer(foundAlbumEndpoints.myAlbums, {
      found: found.owned || options.isHeld === false ? [] : [found],
      owned: found.owned ? [found] : [],
      owned_images: [],
    }),
    answer(foundAlbumEndpoints.findAlbum, found),
    answer(
      foundAlbumEndpoints.viewAlbum,
      options.view ?? {
        ...viewed,
        images: IMAGES,
        temp_jwt: tokenUntil(halfAnHourAhead()),
      },
    ),
    answer(catalogueEndpoints.getAlbum, {
      ...found.album,
      events: [found.event],
      images: IMAGES,
      temp_jwt: tokenUntil(halfAnHourAhead()),
    }),
  );
  openSession({ jwt: 'token-1', user });
  draw(options.path ?? `/events/5/album/${found.album.id}`);
  const callsOf = (method: string, path: RegExp) =>
    fetches.mock.calls.filter(([address, init]) => init?.method === method && path.test(address)).length;
  return {
    views: () => callsOf('GET', /\/view\?resume=true$/),
    holds: () => callsOf('POST', /\/user-found-albums$/),
    athletes: () => callsOf('GET', /\/user-athletes\//),
  };
}

/** As main.tsx does it: in StrictMode, where every effect runs twice. */
function draw(path: string) {
  vi.stubGlobal('scrollTo', () => {});
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [path] }) });
  render(<App router={router} client={queryClient} />);
}

const reload = (path: string) => {
  cleanup();
  queryClient.clear();
  draw(path);
};

/** What a page asks for by itself has been asked and answered. */
const settled = () =>
  waitFor(() => expect([queryClient.isFetching(), queryClient.isMutating()]).toEqual([0, 0]));

const AT_THE_DOOR = 'Take your time: look first, then decide.';

test('looking at the door spends no view, and far from the limit it says nothing of it', async () => {
  const { views } = openViewer(buildFoundAlbum(3, { viewsUsed: 3 }));
  expect(await screen.findByText(AT_THE_DOOR)).toBeTruthy();
  expect(screen.queryByText(/views/)).toBeNull();
  await settled();
  expect(views()).toBe(0);
});

test('near the limit the door says how many views are left', async () => {
  openViewer(buildFoundAlbum(3, { viewsUsed: 8 }));
  expect(await screen.findByText(/^You have 2 views left\./)).toBeTruthy();
  expect(screen.getByText('8 of 10')).toBeTruthy();
});

test('an album that is open on another device opens here too, even after the last view', async () => {
  const found = buildFoundAlbum(3, { viewsUsed: 10 });
  const justNow = new Date().toISOString();
  const open = {
    ...found,
    user_album_views: [...found.user_album_views.slice(1), { id: 10, created_at: justNow }],
  };
  openViewer(open, { view: { ...open, images: IMAGES, temp_jwt: tokenUntil(halfAnHourAhead()) } });
  expect(
    await screen.findByText(
      /^You opened this album a little while ago\. Until .* you can look again without using a view\.$/,
    ),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'View Album' }));
  expect(await screen.findByText('Whole album')).toBeTruthy();
});

test('opening an album moves the focus to its heading', async () => {
  openViewer(buildFoundAlbum(3));
  const button = await screen.findByRole('button', { name: 'View Album' });
  button.focus();
  fireEvent.click(button);
  await screen.findByText('Whole album');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('the skip link leads to the gate, and "View and buy" is two tabs after it', async () => {
  openViewer(buildFoundAlbum(3));
  await screen.findByText(AT_THE_DOOR);
  fireEvent.click(screen.getByRole('link', { name: 'Skip to content' }));
  const heading = screen.getByRole('heading', { level: 1 });
  expect(document.activeElement).toBe(heading);
  const stops = [...document.querySelectorAll<HTMLElement>('a[href], button')].filter(
    (stop) => heading.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(stops.slice(0, 2).map(({ textContent }) => textContent)).toEqual(['View Album', 'View and buy']);
});

test('the door asks nobody to verify an address: athletes are looked up only for verified ones', async () => {
  const { athletes } = openViewer(buildFoundAlbum(3), { user: { ...buildUser(), email_verified: false } });
  await screen.findByRole('button', { name: 'View Album' });
  await settled();
  expect(athletes()).toBe(0);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a double click spends exactly one view, and near the limit the new count is shown', async () => {
  const { views } = openViewer(buildFoundAlbum(3, { viewsUsed: 7 }));
  const button = await screen.findByRole('button', { name: 'View Album' });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(await screen.findByText('8 of 10')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'All 2' }).length).toBeGreaterThan(0);
  expect(views()).toBe(1);
});

test('a reload within the half hour opens the album without another view', async () => {
  const { views } = openViewer(buildFoundAlbum(3));
  fireEvent.click(await screen.findByRole('button', { name: 'View Album' }));
  await screen.findByText('Whole album');
  reload('/user-album/3');
  expect(await screen.findByText('Whole album')).toBeTruthy();
  expect(views()).toBe(1);
});

test('when the half hour is over a bar offers to open it again; a reload then stands at the door', async () => {
  const found = buildFoundAlbum(3);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { views } = openViewer(found);
  fireEvent.click(await screen.findByRole('button', { name: 'View Album' }));
  await screen.findByText('Whole album');
  await act(() => vi.advanceTimersByTimeAsync(30 * 60_000));
  expect(await screen.findByText('Your 30 minutes are up')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open again' })).toBeTruthy();
  expect(screen.getByText('Whole album')).toBeTruthy();
  reload('/events/5/album/3');
  expect(await screen.findByText(AT_THE_DOOR)).toBeTruthy();
  expect(views()).toBe(1);
});

test('a refused view shows the exact sentence, the price and the way to purchase', async () => {
  openViewer(buildFoundAlbum(3, { viewsUsed: 9 }), { view: errorAnswer(403, 'views_exceeded', 'no') });
  fireEvent.click(await screen.findByRole('button', { name: 'View Album' }));
  expect(await screen.findByText(VIEWS_EXCEEDED_MESSAGE)).toBeTruthy();
  expect(screen.getByText('$139.65')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Purchase Album' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to albums' })).toBeTruthy();
});

test('an album beyond the budget of programs says so in a sentence, and offers to write to us', async () => {
  openViewer(buildFoundAlbum(3), {
    view: errorAnswer(403, 'programs_exceeded', PROGRAMS_EXCEEDED_MESSAGE),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'View Album' }));
  expect(await screen.findByText(PROGRAMS_EXCEEDED_MESSAGE)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Write to us' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'View Album' })).toBeNull();
  // Nobody may buy what they never viewed.
  expect(screen.queryByRole('button', { name: /Purchase Album|buy/i })).toBeNull();
});

test('at the limit there is nothing to click but to purchase', async () => {
  openViewer(buildFoundAlbum(3, { viewsUsed: 10 }));
  expect(await screen.findByText(VIEWS_EXCEEDED_MESSAGE)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'View Album' })).toBeNull();
});

test('the press on a card opens the album, and a reload of its page does not', async () => {
  const { views } = openViewer(buildFoundAlbum(3, { viewsUsed: 3 }), { path: '/' });
  const [link] = await screen.findAllByRole('link', { name: 'View Album' });
  fireEvent.click(link as HTMLElement);
  expect(await screen.findByText('Whole album')).toBeTruthy();
  expect(views()).toBe(1);
  sessionStorage.clear();
  reload('/events/5/album/3');
  expect(await screen.findByText(AT_THE_DOOR)).toBeTruthy();
  await settled();
  expect(views()).toBe(1);
});

test('an owner walks straight in and spends nothing', async () => {
  const { views } = openViewer(buildFoundAlbum(3, { owned: true }));
  expect(await screen.findByText('Already Purchased')).toBeTruthy();
  expect(screen.queryByText('Whole album')).toBeNull();
  expect(views()).toBe(0);
});

test('an album that is not held yet is held once by opening its page', async () => {
  const { holds, views } = openViewer(buildFoundAlbum(3), { isHeld: false });
  expect(await screen.findByText(AT_THE_DOOR)).toBeTruthy();
  await waitFor(() => expect(holds()).toBe(1));
  expect(views()).toBe(0);
});

test('the viewer has no tab bar, and the header above it scrolls away but comes first for the keyboard', async () => {
  openViewer(buildFoundAlbum(3));
  await screen.findByText(AT_THE_DOOR);
  expect(screen.queryByRole('navigation', { name: 'Main, phone' })).toBeNull();
  const home = screen.getByRole('link', { name: 'Encore home' });
  expect(home.closest('header')?.className).not.toContain('sticky');
  const back = screen.getByRole('link', { name: 'Back' });
  expect(home.compareDocumentPosition(back) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Report a bug' })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'Help' })).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
  const menu = await screen.findByRole('dialog', { name: 'Dana Kim' });
  expect(within(menu).getByRole('link', { name: 'Events' })).toBeTruthy();
  fireEvent.click(within(menu).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
