// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { landingEndpoints } from '#contract/endpoints/landing.ts';
import type { Album } from '#contract/entities/album.ts';
import { answer, answerCalls, bodiesSentTo } from '#web/testing/answers.ts';
import { buildAlbum, buildEvent, buildFoundAlbum, buildPublicEvent } from '#web/testing/demo-albums.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { openSite, renderSite } from '#web/testing/render-site.tsx';

const TIDAL = { program_name: 'Bayline Cheer', team_name: 'Tidal', division_name: 'Senior 4' };
const SURGE = { ...TIDAL, team_name: 'Surge', division_name: 'Junior 2' };
const QUESTION = 'Hi Dana, which team are we looking for?';

const COVER = { id: 1, width: 300, height: 200, captured_at: null, placeholder: null };

const albumOf = (id: number): Album => ({
  ...buildAlbum(id, { ...TIDAL, images_count: 42, cover: [COVER] }),
  events: [buildEvent({ id: 77, name: 'Open 77', city: 'Denver', start_date: '2026-11-14' })],
});

function openHome({ firstName = 'Dana' } = {}) {
  const state = { saved: false };
  const user = () =>
    buildUser({ first_name: firstName, team_subscriptions: state.saved ? [{ id: 9, ...SURGE }] : [] });
  const { fetches } = openSite('/', user(), [
    answer(accountEndpoints.me, () => user()),
    answer(foundAlbumEndpoints.myAlbums, () => ({
      found: state.saved ? [buildFoundAlbum(30, { album: albumOf(30) })] : [],
      owned: [],
      owned_images: [],
    })),
    answer(landingEndpoints.listPublicEvents, [
      buildPublicEvent({ id: 78, name: 'Open 78', brand_name: 'Crown Series', city: 'Denver' }),
      buildPublicEvent({ id: 77, name: 'Open 77' }),
    ]),
    answer(catalogueEndpoints.suggestTeams, {
      teams: [
        { ...TIDAL, albums_count: 2 },
        { ...SURGE, albums_count: 0 },
      ],
      events: [],
    }),
    answer(catalogueEndpoints.searchAlbums, { albums: [albumOf(30)], total: 1, total_is_floor: false }),
    answer(foundAlbumEndpoints.addSubscription, () => {
      state.saved = true;
      return { id: 9, ...SURGE };
    }),
  ]);
  return fetches;
}

test('a newcomer is asked for the team by name and sees events with pictures', async () => {
  openHome();
  expect(await screen.findByRole('heading', { level: 1, name: QUESTION })).toBeTruthy();
  expect(await screen.findByRole('link', { name: /Open 78/ })).toBeTruthy();
  expect(screen.getByText(/^Try/).textContent).toBe('Try Crown Series or Denver');
  expect(screen.getByRole('link', { name: /24 albums, 212 photos/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /Open 77/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /I have a code from the venue/ }));
  expect(screen.getByLabelText('Code from the venue')).toBeTruthy();
});

test('somebody without a first name is asked all the same', async () => {
  openHome({ firstName: '' });
  expect(await screen.findByRole('heading', { name: 'Which team are we looking for?' })).toBeTruthy();
});

test('typing answers with level and photos, and a team without photos can be saved', async () => {
  const fetches = openHome();
  const field = await screen.findByRole('combobox', { name: 'Team, gym or event' });
  fireEvent.change(field, { target: { value: 'bayline' } });
  const options = await screen.findAllByRole('option');
  expect(options[0]?.textContent).toMatch(/Bayline Cheer TidalSenior 4Denver, .*42 photos/);
  expect(options[1]?.textContent).toBe('Bayline Cheer SurgeJunior 2No photos yetSoon');
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(bodiesSentTo(fetches, foundAlbumEndpoints.addSubscription)).toEqual([SURGE]));
  await waitFor(() => expect(screen.queryByRole('heading', { name: QUESTION })).toBeNull());
});

const NOTE = 'We couldn’t find that page, so we brought you here.';

test('a mistyped address leads home and says so until another page is opened', async () => {
  openHome();
  const router = renderSite('/evnts');
  expect((await screen.findAllByText(NOTE)).length).toBeGreaterThan(0);
  expect(router.state.location.pathname).toBe('/');
  await router.navigate({ to: '/terms' });
  await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull());
});

test('a mistyped address of a visitor leads to the log-in and says so', async () => {
  answerCalls();
  const router = renderSite('/evnts');
  expect(await screen.findByText(NOTE)).toBeTruthy();
  expect(router.state.location.pathname).toBe('/Login');
});
