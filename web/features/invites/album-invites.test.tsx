// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Invite } from '#contract/endpoints/invites.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { answer, answerCalls } from '#web/testing/answers.ts';
import { buildAlbum } from '#web/testing/demo-albums.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { InviteParent } from './invite-by-mail.tsx';

const album = buildAlbum(3);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

function buildInvite(id: number, changes: Partial<Invite> = {}): Invite {
  return {
    id,
    invited_email: `guest${id}@example.test`,
    joined: false,
    revoked: false,
    resend_at: minutesAgo(1),
    created_at: minutesAgo(11),
    ...changes,
  };
}

async function openSheet(invites: Invite[]) {
  const fetches = answerCalls(
    answer(inviteEndpoints.listAlbumInvites, invites),
    answer(inviteEndpoints.inviteToAlbum, buildInvite(9)),
    answer(inviteEndpoints.revokeAlbumInvite, { ok: true }),
  );
  renderPart(<InviteParent album={album} />);
  if (invites.length > 0) await screen.findByRole('list', { name: 'Invited' });
  return () =>
    fetches.mock.calls.flatMap(([address, init]) =>
      init?.method === 'POST' ? [[address, init.body && JSON.parse(String(init.body))]] : [],
    );
}

test('an invitation goes to the address that was typed, and again by its button', async () => {
  const posts = await openSheet([buildInvite(1)]);
  fireEvent.change(screen.getByLabelText('Invite by email'), { target: { value: 'New@Example.test' } });
  fireEvent.click(screen.getByRole('button', { name: 'Invite' }));
  const sent = (email: string) => ['/api/album-invites', { albumId: 3, email, albumUUID: album.uuid }];
  await waitFor(() => expect(posts()).toEqual([sent('new@example.test')]));
  fireEvent.click(await screen.findByRole('button', { name: 'Send again to guest1@example.test' }));
  await waitFor(() => expect(posts().at(-1)).toEqual(sent('guest1@example.test')));
});

test('an address that is none is refused before anything is sent', async () => {
  const posts = await openSheet([]);
  fireEvent.change(screen.getByLabelText('Invite by email'), { target: { value: 'nobody' } });
  fireEvent.click(screen.getByRole('button', { name: 'Invite' }));
  expect(await screen.findByText('Enter a valid email address')).toBeTruthy();
  expect(posts()).toEqual([]);
});

test('who has come is said, and cannot be sent to or taken back any more', async () => {
  const posts = await openSheet([buildInvite(1), buildInvite(2, { joined: true, resend_at: null })]);
  expect(screen.getByText('Opened')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /guest2/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the invitation to guest1@example.test' }));
  await waitFor(() => expect(posts()).toEqual([['/api/album-invites/1/revoke', undefined]]));
});

test('one sent a moment ago waits before it can be sent again', async () => {
  await openSheet([buildInvite(1, { resend_at: new Date(Date.now() + 60_000).toISOString() })]);
  expect(screen.getByText('Sent')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Send again/ })).toBeNull();
});

test('the link is there as a code for the phone beside you', async () => {
  await openSheet([]);
  fireEvent.click(screen.getByRole('button', { name: 'QR code' }));
  const code = await screen.findByRole('img', { name: /QR code of the link/ });
  expect(code.getAttribute('data-code')).toBe(`${window.location.origin}/view-album/${album.uuid}`);
});
