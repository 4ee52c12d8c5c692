// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { findLastLocation } from '#web/lib/last-location.ts';
import { openSession } from '#web/lib/session.ts';
import { answerCalls, errorAnswer } from '#web/testing/answers.ts';
import { buildAlbum, buildEvent, buildFoundAlbum } from '#web/testing/demo-albums.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { leaveSite, renderSite } from '#web/testing/render-site.tsx';

const album = buildAlbum(3);
const INVITE = '00000000-0000-4000-8000-00000000000a';
const path = `/view-album/${album.uuid}?invite=${INVITE}`;

function openPage(changes: Parameters<typeof answerCalls>[0] = {}, at = path) {
  const fetches = answerCalls({
    'GET /users/me': { body: buildUser() },
    [`GET /albums/uuid/${album.uuid}`]: { body: { ...album, events: [buildEvent()] } },
    'POST /public-action-routes/find-public': { body: { public_action_uuid: INVITE } },
    'POST /album-invites/open': { body: buildFoundAlbum(3) },
    'GET /user-found-albums/me': { body: { found: [buildFoundAlbum(3)], owned: [], owned_images: [] } },
    ...changes,
  });
  const router = renderSite(at);
  const bodiesOf = (address: string) =>
    fetches.mock.calls
      .filter(([asked]) => asked === `/api${address}`)
      .map(([, init]) => JSON.parse(String(init?.body)));
  return { router, bodiesOf };
}

afterEach(leaveSite);

test('an invited customer opens the album with one button and holds it', async () => {
  openSession({ jwt: 'token-1', user: buildUser() });
  const { router, bodiesOf } = openPage();
  fireEvent.click(await screen.findByRole('button', { name: 'Open album' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/events/5/album/3'));
  expect(bodiesOf('/album-invites/open')).toEqual([{ invite: INVITE }]);
  expect(bodiesOf('/public-action-routes/find-public')).toEqual([
    { action: INVITE, client_route: `/view-album/${album.uuid}` },
  ]);
});

test('an invited stranger logs in or registers and comes back to the invitation', async () => {
  openPage();
  expect(await screen.findByText(/You were invited/)).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Create account' }));
  await waitFor(() => expect(findLastLocation()).toBe(path));
});

test('an invitation that was taken back leaves the album as anyone sees it', async () => {
  openSession({ jwt: 'token-1', user: buildUser() });
  openPage({ 'POST /public-action-routes/find-public': errorAnswer(404, 'not_found') });
  expect(await screen.findByText('This invitation does not work any more.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View Album' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Open album' })).toBeNull();
});

test('without an invitation nothing is asked about one', async () => {
  const { bodiesOf } = openPage({}, `/view-album/${album.uuid}`);
  expect(await screen.findByRole('link', { name: 'Log in to view' })).toBeTruthy();
  expect(bodiesOf('/public-action-routes/find-public')).toEqual([]);
});
