// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { landingEndpoints } from '#contract/endpoints/landing.ts';
import type { Album, UserFoundAlbum } from '#contract/entities/album.ts';
import { latestOf } from '#web/features/catalogue/latest-events.tsx';
import { answer, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import { buildAlbum, buildEvent, buildFoundAlbum, buildPublicEvent } from '#web/testing/demo-albums.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { openSite } from '#web/testing/render-site.tsx';

const EVENTS = [5, 6, 7, 8, 9].map((id) =>
  buildPublicEvent({ id, name: `Cup ${id}`, start_date: `2026-0${id}-01` }),
);
const TEAM = { program_name: 'Bayline Cheer', team_name: 'Tidal', division_name: 'Senior 4' };
const SAVED = { id: 9, program_name: 'Bayline Cheer', team_name: 'Tidal', division_name: '' };

const albumOf = (id: number): Album => ({
  ...buildAlbum(id, { program_name: 'Bayline Cheer', team_name: 'Tidal' }),
  events: [buildEvent({ name: 'Tidal Open' })],
});

type Home = { found?: UserFoundAlbum[]; albums?: Album[]; total?: number; isNothing?: boolean };

function openHome({ found = [], albums = [albumOf(30), albumOf(31)], total, isNothing = false }: Home = {}) {
  const state = { isBroken: false, saved: false };
  const user = () => buildUser({ team_subscriptions: state.saved ? [SAVED] : [] });
  const asked: { q: string | null; limit: string | null }[] = [];
  const { fetches, router } = openSite('/', user(), [
    answer(accountEndpoints.me, () => user()),
    answer(foundAlbumEndpoints.myAlbums, () => ({
      found: state.saved ? [...found, buildFoundAlbum(30, { album: albumOf(30) })] : found,
      owned: [],
      owned_images: [],
    })),
    answer(landingEndpoints.listPublicEvents, EVENTS.toReversed()),
    answer(catalogueEndpoints.suggestTeams, () => {
      if (state.isBroken) return errorAnswer(500, 'internal', 'Something broke.');
      if (isNothing) return { teams: [], events: [] };
      return {
        teams: [
          { ...TEAM, albums_count: 2 },
          { ...TEAM, division_name: 'Junior 2', albums_count: 1 },
          { ...TEAM, team_name: 'Surge', albums_count: 0 },
        ],
        events: [buildEvent({ id: 77, name: 'Tidal Open' })],
      };
    }),
    answer(catalogueEndpoints.searchAlbums, ({ query }) => {
      asked.push({ q: query.get('q'), limit: query.get('_limit') });
      const all = isNothing ? [] : albums;
      return { albums: all, total: total ?? all.length, total_is_floor: false };
    }),
    answer(foundAlbumEndpoints.addSubscription, () => {
      state.saved = true;
      return SAVED;
    }),
  ]);
  return { state, fetches, asked, router };
}

async function search(text: string) {
  const field = await screen.findByLabelText<HTMLInputElement>('Filter/Refine Results by Keywords');
  fireEvent.change(field, { target: { value: text } });
  return field;
}

const namesOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

test('a newcomer finds the search and the latest events beside the sentence', async () => {
  openHome();
  expect(await screen.findByText('No albums available, please check back later.')).toBeTruthy();
  expect(screen.getByLabelText('Filter/Refine Results by Keywords')).toBeTruthy();
  const latest = await screen.findByRole('region', { name: 'Latest events' });
  expect(await within(latest).findByRole('link', { name: /Cup 9/ })).toBeTruthy();
  expect(namesOf(latest)).toEqual([
    '/events',
    '/events/9',
    '/events/8',
    '/events/7',
    '/events/6',
    '/events/5',
  ]);
});

test('events far in the future are latest only if there are no others', () => {
  const now = Date.parse('2026-06-10T00:00:00Z');
  expect(latestOf(EVENTS.toReversed(), now).map(({ id }) => id)).toEqual([6, 5]);
  expect(latestOf(EVENTS.toReversed(), Date.parse('2026-01-01')).map(({ id }) => id)).toEqual([
    5, 6, 7, 8, 9,
  ]);
});

test('a search shows own albums first, then teams, events and the other albums', async () => {
  const mine = buildFoundAlbum(30, { album: albumOf(30) });
  const { asked } = openHome({ found: [mine, buildFoundAlbum(2)], total: 40 });
  await search('tidal');
  await screen.findByRole('region', { name: 'Teams' });
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings.filter((text) => text !== 'My Saved Team Searches')).toEqual([
    'Your albums',
    'Teams',
    'Events',
    'All albums',
  ]);
  expect(screen.getByText('Displaying (1 of 1 albums)')).toBeTruthy();
  const events = screen.getByRole('region', { name: 'Events' });
  expect(namesOf(events)).toEqual(['/events/77']);
  const all = screen.getByRole('region', { name: 'All albums' });
  expect(namesOf(all)).toEqual(['/events/5/album/31', '/search-albums?q=tidal']);
  expect(within(all).getByRole('link', { name: 'See all 40 albums' })).toBeTruthy();
  expect(asked.at(-1)).toEqual({ q: 'tidal', limit: '11' });
});

test('one press saves the team, and its albums become own ones', async () => {
  const { fetches } = openHome();
  await search('tidal');
  const teams = within(await screen.findByRole('region', { name: 'Teams' }));
  expect(teams.getByRole('button', { name: /Surge.*No photos yet/ })).toBeTruthy();
  const save = teams.getByRole('button', { name: /Bayline Cheer Tidal.*3 albums.*Save team/ });
  fireEvent.click(save);
  fireEvent.click(save);
  expect(await teams.findByRole('button', { name: /Bayline Cheer Tidal.*Saved/ })).toBeTruthy();
  expect(bodiesSentTo(fetches, foundAlbumEndpoints.addSubscription)).toEqual([
    { program_name: 'Bayline Cheer', team_name: 'Tidal', division_name: '' },
  ]);
  expect(await screen.findByText('Displaying (1 of 1 albums)')).toBeTruthy();
  fireEvent.click(teams.getByRole('button', { name: /Tidal.*Saved/ }));
  expect(bodiesSentTo(fetches, foundAlbumEndpoints.addSubscription)).toHaveLength(1);
});

test('arrow keys walk from the field through the results and back', async () => {
  openHome({ found: [buildFoundAlbum(30, { album: albumOf(30) })] });
  const field = await search('tidal');
  await screen.findByRole('region', { name: 'All albums' });
  field.focus();
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
  press('ArrowDown');
  expect(document.activeElement?.textContent).toBe('View Album');
  press('ArrowDown');
  expect(document.activeElement?.textContent).toMatch(/Bayline Cheer Tidal/);
  for (let step = 0; step < 3; step++) press('ArrowDown');
  expect(document.activeElement?.getAttribute('href')).toBe('/events/5/album/31');
  press('ArrowDown');
  expect(document.activeElement?.getAttribute('href')).toBe('/events/5/album/31');
  press('Escape');
  expect(document.activeElement).toBe(field);
  press('ArrowDown');
  press('ArrowUp');
  expect(document.activeElement).toBe(field);
});

test('a search that finds nothing anywhere says so, and one letter searches own albums only', async () => {
  const { asked } = openHome({ found: [buildFoundAlbum(1)], isNothing: true });
  await screen.findByLabelText('Filter/Refine Results by Keywords');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await search('z');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(screen.getByText('No albums found matching your search criteria.')).toBeTruthy();
  expect(asked).toEqual([]);
  vi.useRealTimers();
  await search('nowhere');
  expect(await screen.findByText('No albums found matching your search criteria.')).toBeTruthy();
  await waitFor(() => expect(asked.at(-1)?.q).toBe('nowhere'));
});

test('a search that fails keeps the own albums and can be repeated', async () => {
  const { state } = openHome({ found: [buildFoundAlbum(30, { album: albumOf(30) })] });
  state.isBroken = true;
  await search('tidal');
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Something broke.')).toBeTruthy();
  expect(screen.getByText('Displaying (1 of 1 albums)')).toBeTruthy();
  state.isBroken = false;
  fireEvent.click(alert.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Teams' })).toBeTruthy();
});
