// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { arrivingEndpoints } from '#contract/endpoints/arriving.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { findLastLocation } from '#web/lib/come-back.ts';
import { openSession } from '#web/lib/session.ts';
import { type Answer, answer, answerCalls, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import { buildAlbum, buildEvent, buildFoundAlbum } from '#web/testing/demo-albums.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { renderSite } from '#web/testing/render-site.tsx';

const album = buildAlbum(3);
const INVITE = '00000000-0000-4000-8000-00000000000a';
const path = `/view-album/${album.uuid}?invite=${INVITE}`;

function openPage(changes: Answer[] = [], at = path) {
  const fetches = answerCalls(
    answer(accountEndpoints.me, buildUser()),
    answer(catalogueEndpoints.getAlbumByUuid, { ...album, events: [buildEvent()] }),
    answer(inviteEndpoints.findPublicAction, {
      id: 1,
      public_action_uuid: INVITE,
      action_route: `/view-album/${album.uuid}`,
      action_route_match_type: 'exact',
      number_of_times_accessed: 1,
      max_number_of_times_accessed: null,
      userId: null,
      created_at: album.created_at,
      updated_at: album.created_at,
    }),
    answer(arrivingEndpoints.visitAlbumInvite, { inviter_first_name: 'Uma', album_uuid: album.uuid }),
    answer(inviteEndpoints.openAlbumInvite, buildFoundAlbum(3)),
    answer(foundAlbumEndpoints.myAlbums, { found: [buildFoundAlbum(3)], owned: [], owned_images: [] }),
    ...changes,
  );
  const router = renderSite(at);
  return { router, fetches };
}

test('an invited customer opens the album with one button and holds it', async () => {
  openSession({ jwt: 'token-1', user: buildUser() });
  const { router, fetches } = openPage();
  fireEvent.click(await screen.findByRole('button', { name: 'Open album' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/events/5/album/3'));
  expect(bodiesSentTo(fetches, inviteEndpoints.openAlbumInvite)).toEqual([{ invite: INVITE }]);
  expect(bodiesSentTo(fetches, inviteEndpoints.findPublicAction)).toEqual([
    { action: INVITE, client_route: `/view-album/${album.uuid}` },
  ]);
});

test('an invited stranger sees who invites, and comes back to the invitation after logging in', async () => {
  openPage();
  expect(await screen.findByText('Uma invited you to this album.')).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Log in with a password' }));
  await waitFor(() => expect(findLastLocation()).toBe(path));
});

test('an invitation that was taken back leaves the album as anyone sees it', async () => {
  openSession({ jwt: 'token-1', user: buildUser() });
  openPage([answer(inviteEndpoints.findPublicAction, errorAnswer(404, 'not_found'))]);
  expect(await screen.findByText('This invitation no longer works.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View Album' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open album' })).toBeNull();
});

test('without an invitation nothing is asked about one', async () => {
  const { fetches } = openPage([], `/view-album/${album.uuid}`);
  expect(await screen.findByRole('heading', { name: 'Continue by email' })).toBeTruthy();
  expect(bodiesSentTo(fetches, inviteEndpoints.findPublicAction)).toEqual([]);
});

test('an album can also be opened by its number, by people who are logged in', async () => {
  openSession({ jwt: 'token-1', user: buildUser() });
  const detail = { ...album, events: [buildEvent()], images: [], temp_jwt: 't' };
  openPage([answer(catalogueEndpoints.getAlbum, detail)], '/view-album/3');
  expect(await screen.findByRole('heading', { level: 1, name: new RegExp(album.team_name) })).toBeTruthy();
});

const { uuid: _uuid, identifier: _identifier, cover: _cover, cover_auth: _auth, ...inWords } = album;

test('a stranger sees by its number what a shared album is about, without a picture, and the way in', async () => {
  const visited = { ...inWords, events: [buildEvent()] };
  const { fetches } = openPage([answer(arrivingEndpoints.visitAlbum, visited)], '/view-album/3');
  expect(await screen.findByRole('heading', { level: 1, name: new RegExp(album.team_name) })).toBeTruthy();
  expect(screen.getByText(new RegExp(buildEvent().venue_name))).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Continue by email' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'See the photos' })).toBeTruthy();
  expect(document.querySelector('main img')).toBeNull();
  expect(fetches.mock.calls.filter(([address]) => String(address).includes('/api/albums/'))).toEqual([]);
});

test.each(['3', '9999999999'])(
  'a stranger who opens album %s, which was not shared, logs in first',
  async (id) => {
    openPage([answer(arrivingEndpoints.visitAlbum, errorAnswer(404, 'not_found'))], `/view-album/${id}`);
    fireEvent.click(await screen.findByRole('link', { name: 'Log in to view' }));
    await waitFor(() => expect(findLastLocation()).toBe(`/view-album/${id}`));
  },
);
