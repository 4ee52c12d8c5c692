// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type DisputeEvidence, disputeEndpoints } from '#contract/endpoints/refunds.ts';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { Toasts } from '#web/components/toasts.tsx';
import { openSession } from '#web/lib/session.ts';
import { type Answer, answer, answerCalls, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { Disputes } from './disputes.tsx';

type Dispute = OrderOfUser['disputes'][number];

const EVIDENCE: DisputeEvidence = {
  status: 'needed',
  note: '',
  parts: [
    { part: 'customer_name', text: 'Ann Parent' },
    { part: 'access_activity_log', text: 'Viewed the photos of Northshore Elite\n'.repeat(20) },
  ],
};

const buildDispute = (fields: Partial<Dispute> = {}): Dispute => ({
  id: 7,
  payment: 12,
  amount: 1995,
  kept: 1995,
  reason: 'fraudulent',
  status: 'open',
  is_inquiry: false,
  due_by: '2099-01-05T00:00:00Z',
  created_at: '2026-03-01T00:00:00Z',
  evidence: 'needed',
  was_refused: false,
  sent_at: null,
  sent_by: null,
  ...fields,
});

function show(dispute: Dispute, ...answers: Answer[]) {
  openSession({ jwt: 'token-1', user: buildUser({ type: 'super' }) });
  const fetches = answerCalls(...answers);
  const order = { id: 3, disputes: [dispute] } as OrderOfUser;
  renderPart(
    <>
      <Disputes order={order} />
      <Toasts />
    </>,
  );
  return fetches;
}

const open = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('a dispute says what the buyer claims and when evidence is due', () => {
  show(buildDispute());
  expect(screen.getByText('The buyer disputes $19.95.')).toBeTruthy();
  expect(screen.getByText(/They say they did not make this payment/)).toBeTruthy();
  expect(screen.getByText(/Evidence is due on/)).toBeTruthy();
});

test('the sheet shows everything that the bank gets, and sends it with the note once', async () => {
  const bank = Promise.withResolvers<{ status: 'sent' }>();
  const fetches = show(
    buildDispute(),
    answer(disputeEndpoints.getEvidence, EVIDENCE),
    answer(disputeEndpoints.sendEvidence, () => bank.promise),
  );
  open(/Review and send evidence/);
  expect(await screen.findByText('Ann Parent')).toBeTruthy();
  expect(screen.getByText('Log-ins, views and downloads')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/Note/), { target: { value: 'They were happy.' } });
  const button = screen.getByRole('button', { name: 'Send to the bank' });
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  fireEvent.click(button);
  bank.resolve({ status: 'sent' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodiesSentTo(fetches, disputeEndpoints.sendEvidence)).toEqual([{ note: 'They were happy.' }]);
});

test('a refusal is said, and the note stays', async () => {
  show(
    buildDispute(),
    answer(disputeEndpoints.getEvidence, EVIDENCE),
    answer(
      disputeEndpoints.sendEvidence,
      errorAnswer(409, 'evidence_late', 'The due date for evidence has passed.'),
    ),
  );
  open(/Review and send evidence/);
  fireEvent.change(await screen.findByLabelText(/Note/), { target: { value: 'They were happy.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send to the bank' }));
  expect(await screen.findByText('The due date for evidence has passed.')).toBeTruthy();
  expect(screen.getByDisplayValue('They were happy.')).toBeTruthy();
});

test('evidence that cannot be loaded can be loaded again, and nothing can be sent before', async () => {
  show(buildDispute(), answer(disputeEndpoints.getEvidence, errorAnswer(409, 'conflict')));
  open(/Review and send evidence/);
  expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send to the bank' })).toBeNull();
});

test('evidence that was sent names who sent it and can be read, but not sent again', async () => {
  const sent = { evidence: 'sent', sent_at: '2026-03-02T00:00:00Z', sent_by: 'Sam Support' } as const;
  show(
    buildDispute(sent),
    answer(disputeEndpoints.getEvidence, { ...EVIDENCE, status: 'sent', note: 'They were happy.' }),
  );
  expect(screen.getByText(/Evidence sent by Sam Support/)).toBeTruthy();
  open(/View evidence/);
  expect(await screen.findByText('They were happy.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send to the bank' })).toBeNull();
});

test.each([
  ['late' as const, /Evidence was due on/],
  ['closed' as const, /no longer accepts evidence/],
  ['sending' as const, /sending the evidence/],
])('evidence that is %s cannot be sent', (evidence, words) => {
  show(buildDispute({ evidence }));
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /send evidence/ })).toBeNull();
});
