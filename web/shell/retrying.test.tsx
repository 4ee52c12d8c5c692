// @vitest-environment jsdom

import { QueryClient } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { meQuery } from '#web/features/accounts/me.query.ts';
import { callApi, closeErrorDialog } from '#web/lib/api.ts';
import { closeSession, readSession, startSession, tryLogin } from '#web/lib/session.ts';
import { writeStored } from '#web/lib/storage.ts';
import { RETRY_DELAY_MS } from '#web/lib/transport.ts';
import { answer, answerCalls, errorAnswer, NETWORK_ERROR } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { ConnectionBanner, TryingLogin } from './banners.tsx';
import { ErrorDialog } from './error-dialog.tsx';

const BUSY = errorAnswer(503, 'unavailable', 'Not ready');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(async () => {
  // Calls that a test left behind come to their end.
  await pass(5);
  act(() => closeErrorDialog());
});

const pass = (retries: number) => act(() => vi.advanceTimersByTimeAsync(retries * RETRY_DELAY_MS));
const start = (work: Promise<unknown>) => void work.catch(() => undefined);
const shown = () => document.querySelector('[aria-live=polite]')?.textContent ?? '';

test('a retry stays shown while other calls go through, and until its own call ends', async () => {
  let isBusy = true;
  answerCalls(
    answer(catalogueEndpoints.listEvents, () => (isBusy ? BUSY : [])),
    answer(accountEndpoints.countUsers, 3),
  );
  render(<ConnectionBanner />);
  start(callApi(catalogueEndpoints.listEvents));
  await pass(0);
  expect(shown()).toBe('Reconnecting, 1 of 4Not ready Status 503');
  await act(async () => {
    await callApi(accountEndpoints.countUsers);
  });
  expect(shown()).toBe('Reconnecting, 1 of 4Not ready Status 503');
  await pass(1);
  expect(shown()).toBe('Reconnecting, 2 of 4Not ready Status 503');
  isBusy = false;
  await pass(1);
  expect(shown()).toBe('');
});

test('calls that are retried at once are all counted, and each shows its status and message', async () => {
  let isOffline = true;
  answerCalls(
    answer(catalogueEndpoints.listEvents, BUSY),
    answer(accountEndpoints.countUsers, () => (isOffline ? NETWORK_ERROR : 3)),
  );
  render(
    <>
      <ConnectionBanner />
      <ErrorDialog />
    </>,
  );
  start(callApi(catalogueEndpoints.listEvents));
  await pass(1);
  start(callApi(accountEndpoints.countUsers));
  await pass(0);
  expect(shown()).toBe(
    'Reconnecting, 2 requests2/4: Not ready Status 5031/4: We can’t reach the site. Status 0',
  );
  isOffline = false;
  await pass(1);
  expect(shown()).toBe('Reconnecting, 3 of 4Not ready Status 503');
  await pass(2);
  expect(shown()).toBe('');
  expect(screen.getByRole('dialog').textContent).toContain('Not ready Status 503');
});

test('a call that is given up opens the dialog, which another retry does not close', async () => {
  answerCalls(
    answer(catalogueEndpoints.listEvents, BUSY),
    answer(accountEndpoints.countUsers, NETWORK_ERROR),
  );
  render(
    <>
      <ConnectionBanner />
      <ErrorDialog />
    </>,
  );
  start(callApi(catalogueEndpoints.listEvents));
  await pass(3);
  start(callApi(accountEndpoints.countUsers));
  await pass(1);
  expect(screen.getByRole('dialog').textContent).toContain('Not ready Status 503');
  await pass(1);
  expect(screen.getByRole('dialog').textContent).toContain('Not ready Status 503');
  expect(shown()).toBe('Reconnecting, 3 of 4We can’t reach the site. Status 0');
  act(() => closeErrorDialog());
  expect(shown()).toBe('Reconnecting, 3 of 4We can’t reach the site. Status 0');
});

test('a stored token that takes long to log in says that it is tried again, until the user is there', async () => {
  let isBusy = true;
  writeStored('ACCESS_TOKEN', 'token-1');
  onTestFinished(startSession());
  onTestFinished(closeSession);
  const user = buildUser();
  answerCalls(answer(accountEndpoints.me, () => (isBusy ? BUSY : user)));
  render(<TryingLogin />);
  expect(shown()).toBe('');
  start(tryLogin(() => new QueryClient().fetchQuery(meQuery)));
  await pass(0);
  expect(screen.getByText('Loading...')).toBeTruthy();
  expect(shown()).toBe('Reconnecting, 1 of 4Not ready Status 503');
  isBusy = false;
  await pass(1);
  expect(shown()).toBe('');
  expect(document.querySelector('[aria-live=polite]')).toBeNull();
  expect(readSession()).toMatchObject({ isLoggedIn: true, user: { id: user.id } });
});
