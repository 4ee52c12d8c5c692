// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type CardAttempts, cardAttemptEndpoints } from '#contract/endpoints/refunds.ts';
import { Toasts } from '#web/components/toasts.tsx';
import { openSession } from '#web/lib/session.ts';
import { type Answer, answer, answerCalls, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { CardAttemptsPanel } from './sessions-panel.tsx';

const { cardAttemptsOfUser, liftCardAttempts } = cardAttemptEndpoints;

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const BLOCKED: CardAttempts = {
  state: 'blocked',
  blocked_until: inMinutes(180.5),
  declined: 10,
  limit: 10,
  tries: [
    {
      at: inMinutes(-5),
      outcome: 'declined',
      reason: 'insufficient_funds',
      card: { brand: 'visa', last4: '9995' },
      is_lifted: false,
    },
    { at: inMinutes(-90), outcome: 'passed', reason: null, card: null, is_lifted: true },
  ],
};
const FREE: CardAttempts = { state: 'free', blocked_until: null, declined: 0, limit: 10, tries: [] };

function show(...answers: Answer[]) {
  openSession({ jwt: 'token-1', user: buildUser({ type: 'customer_support' }) });
  const fetches = answerCalls(...answers);
  renderPart(
    <>
      <CardAttemptsPanel userId={5} />
      <Toasts />
    </>,
  );
  return fetches;
}

test('says while it loads what it loads, and that nobody is limited', async () => {
  show(answer(cardAttemptsOfUser, FREE));
  expect(screen.getByRole('region', { name: 'Declined cards' })).toBeTruthy();
  expect(screen.getByText('Loading declined cards')).toBeTruthy();
  expect(await screen.findByText('Not limited. 0 of 10 declined in 24 hours.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('list')).toBeNull();
});

test('names the cards, why they were declined, and until when the account is blocked', async () => {
  show(answer(cardAttemptsOfUser, BLOCKED));
  expect(
    await screen.findByText('Blocked, can pay again in 3 hours. 10 of 10 declined in 24 hours.'),
  ).toBeTruthy();
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/^Declined, Visa ending in 9995/);
  expect(rows[0]).toMatch(/not enough|insufficient|funds/i);
  expect(rows[1]).toMatch(/^Paid, lifted/);
});

test('one that the bank has to confirm is not called blocked', async () => {
  show(answer(cardAttemptsOfUser, { ...BLOCKED, state: 'challenged', blocked_until: null, declined: 4 }));
  expect(
    await screen.findByText('The bank confirms the next payment. 4 of 10 declined in 24 hours.'),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Lift the limit' })).toBeTruthy();
});

test('lifts the limit once and shows the new state', async () => {
  let isLifted = false;
  const lifted = Promise.withResolvers<void>();
  const fetches = show(
    answer(cardAttemptsOfUser, () => (isLifted ? FREE : BLOCKED)),
    answer(liftCardAttempts, async () => {
      await lifted.promise;
      isLifted = true;
      return FREE;
    }),
  );
  const button = await screen.findByRole('button', { name: 'Lift the limit' });
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  fireEvent.click(button);
  lifted.resolve();
  expect(await screen.findByText('Not limited. 0 of 10 declined in 24 hours.')).toBeTruthy();
  expect(await screen.findByText('Count of declined cards reset')).toBeTruthy();
  expect(bodiesSentTo(fetches, liftCardAttempts)).toHaveLength(1);
});

test('a limit that could not be lifted stays, with the reason', async () => {
  show(
    answer(cardAttemptsOfUser, BLOCKED),
    answer(liftCardAttempts, errorAnswer(403, 'forbidden', 'You may not do this.')),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Lift the limit' }));
  expect(await screen.findByText('You may not do this.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Lift the limit' })).toBeTruthy();
});

test('offers another try when the cards cannot be loaded', async () => {
  let isBroken = true;
  show(answer(cardAttemptsOfUser, () => (isBroken ? errorAnswer(403, 'forbidden', 'You may not.') : FREE)));
  const again = await screen.findByRole('button', { name: /try again/i });
  isBroken = false;
  fireEvent.click(again);
  expect(await screen.findByText('Not limited. 0 of 10 declined in 24 hours.')).toBeTruthy();
});
