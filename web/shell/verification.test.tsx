// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { emailAddressEndpoints } from '#contract/endpoints/email-addresses.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { callApi } from '#web/lib/api.ts';
import { answer, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { openSite } from '#web/testing/render-site.tsx';

const UNVERIFIED = errorAnswer(403, 'address_unverified', 'Confirm your email address to go on.');
const revoke = () => callApi(inviteEndpoints.revokeAlbumInvite, { params: { id: 3 } });

async function openPage() {
  let isVerified = false;
  const { fetches } = openSite('/unsubscribe', buildUser({ email_verified: false }), [
    answer(accountEndpoints.me, () => buildUser({ email_verified: isVerified })),
    answer(inviteEndpoints.revokeAlbumInvite, () => (isVerified ? ({ ok: true } as const) : UNVERIFIED)),
    answer(emailAddressEndpoints.sendEmailCode, {
      to: 'parent@encore.test',
      expires_at: '2026-11-16T10:10:00.000Z',
      code: '246810',
    }),
    answer(emailAddressEndpoints.checkEmailCode, ({ body }) => {
      if (body.code !== '246810') return errorAnswer(400, 'code_invalid', 'Wrong', { tries_left: 1 });
      isVerified = true;
      return buildUser({ email_verified: true });
    }),
  ]);
  await screen.findByRole('heading', { level: 1 });
  return fetches;
}

test('a call that needs the verification asks for the code once and is then repeated', async () => {
  const fetches = await openPage();
  const calls = Promise.all([revoke(), revoke()]);
  const code = await screen.findByLabelText('Code');
  fireEvent.change(code, { target: { value: '111111' } });
  expect(await screen.findByText('That’s not the right code. You have 1 try left.')).toBeTruthy();
  fireEvent.change(code, { target: { value: 'Code: 246 810' } });
  expect(await calls).toEqual([{ ok: true }, { ok: true }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Enter code' })).toBeNull();
  expect(bodiesSentTo(fetches, emailAddressEndpoints.sendEmailCode)).toEqual([{ unless_sent: true }]);
});

test('a prompt that is closed leaves the refusal to the page, and the banner opens it again', async () => {
  await openPage();
  const call = revoke().catch((error: { code: string }) => error.code);
  await screen.findByLabelText('Code');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(await call).toBe('address_unverified');
  fireEvent.click(screen.getByRole('button', { name: 'Enter code' }));
  expect(await screen.findByLabelText('Code')).toBeTruthy();
});
