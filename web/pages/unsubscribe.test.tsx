// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ResponseOf } from '#contract/endpoint.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { answer, answerCalls, bodiesSentTo, errorAnswer, type Reply } from '#web/testing/answers.ts';
import { renderSite } from '#web/testing/render-site.tsx';

const ACTION = '00000000-0000-4000-8000-000000000001';
const details: ResponseOf<typeof inviteEndpoints.getUnsubscribe> = {
  email_hint: 'd•••@e•••.test',
  about: 'notifications',
  kind: 'album_published',
  email_kinds: ['album_published', 'pool'],
};

function openPage(
  look: Reply<typeof inviteEndpoints.getUnsubscribe>,
  path = `/unsubscribe?action=${ACTION}`,
) {
  const fetches = answerCalls(
    answer(inviteEndpoints.getUnsubscribe, look),
    answer(inviteEndpoints.unsubscribe, { ok: true }),
  );
  renderSite(path);
  return () => bodiesSentTo(fetches, inviteEndpoints.unsubscribe);
}

/** Waits for the confirmation and returns what is announced, because the shell has its own empty status. */
async function sayings(): Promise<string> {
  await screen.findByText(/^Done\./);
  return screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join(' ');
}

test('opening the link stops nothing; the button stops that kind, without a login', async () => {
  const stops = openPage(details);
  const button = await screen.findByRole('button', { name: 'Stop these emails' });
  expect(screen.getByText('d•••@e•••.test')).toBeTruthy();
  expect(stops()).toEqual([]);
  fireEvent.click(button);
  expect(await sayings()).toContain(
    'Done. No more emails about “New photos of your teams” to d•••@e•••.test.',
  );
  expect(stops()).toEqual([{ action: ACTION, kind: 'album_published' }]);
});

test('everything can be stopped at once', async () => {
  const stops = openPage({ ...details, email_kinds: ['pool'] });
  expect(await screen.findByText('Already stopped')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Stop all emails' }));
  expect(await sayings()).toContain('No more emails to');
  expect(stops()).toEqual([{ action: ACTION, kind: null }]);
});

test('the link of an invitation stops invitations and speaks of nothing else', async () => {
  const stops = openPage({ ...details, about: 'invites', kind: null, email_kinds: [] });
  fireEvent.click(await screen.findByRole('button', { name: 'Stop invitations' }));
  expect(await sayings()).toContain('No more invitations');
  expect(stops()).toEqual([{ action: ACTION, kind: null }]);
  expect(screen.queryByRole('link', { name: 'All notification settings' })).toBeNull();
});

test.each([
  ['unknown', errorAnswer(404, 'not_found'), undefined, 'This link no longer works'],
  ['malformed', errorAnswer(400, 'invalid_request'), '/unsubscribe?action=x', 'This link no longer works'],
  ['missing', errorAnswer(404, 'not_found'), '/unsubscribe', 'Open this page from an email'],
])('a link that is %s says so and shows another way', async (_name, look, path, title) => {
  openPage(look, path);
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All notification settings' })).toBeTruthy();
});
