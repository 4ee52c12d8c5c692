// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type PayeeWithMoney, payeeEndpoints } from '#contract/endpoints/payees.ts';
import { answer, bodiesSentTo } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { openSite } from '#web/testing/render-site.tsx';

beforeEach(giveElementsASize);

const buildPayee = (change: Partial<PayeeWithMoney>): PayeeWithMoney => ({
  id: 1,
  version: 0,
  kind: 'producer',
  photographer: null,
  name: 'Crown Series',
  email: null,
  program_name: null,
  account: 'ready',
  left_at: null,
  link_until: null,
  rates: [{ basis_points: 1_200, cents: null }],
  earned_this_month: 0,
  balance: 0,
  held: 0,
  held_until: null,
  owed: 0,
  under_way: 0,
  ...change,
});

const PAYEES = [
  buildPayee({ owed: 20_000, balance: 21_840, held: 1_840, held_until: '2026-11-27' }),
  buildPayee({ id: 2, name: 'Small Gym', kind: 'gym', owed: 1_792, balance: 1_792 }),
  buildPayee({ id: 3, name: 'New Gym', kind: 'gym', account: 'none', owed: 9_000, balance: 9_000 }),
  buildPayee({ id: 4, name: 'Owes', balance: -4_200, rates: [{ basis_points: null, cents: 150 }] }),
  buildPayee({ id: 5, name: 'Waits', balance: 500, held: 500, held_until: '2026-11-28' }),
  buildPayee({ id: 6, name: 'Sent', balance: 0, under_way: 700 }),
];

function openPayouts() {
  const staff = buildUser({ type: 'finance' });
  const linked = buildPayee({ ...PAYEES[2], link_until: '2999-01-01T00:00:00.000Z' });
  const { fetches } = openSite('/admin/payouts', staff, [
    answer(payeeEndpoints.listPayees, {
      payees: PAYEES,
      next_day: '2026-11-20',
      schedule: 'weekly',
      hold_days: 14,
      minimum: 2_500,
      paid_this_year: 0,
      cases: [],
    }),
    answer(payeeEndpoints.previewPayment, {
      payee: linked,
      earned: [{ month: '2026-11', amount: 12_000 }],
      sent: 3_000,
      held: 0,
      pays_now: 9_000,
    }),
    answer(payeeEndpoints.onboardPayee, { url: 'http://site/payee/3.token' }),
    answer(payeeEndpoints.endPayeeLinks, { ...linked, link_until: null }),
  ]);
  return fetches;
}

test('a row says the rate, what is on hold until when, and when the payee is paid or why not', async () => {
  openPayouts();
  await screen.findByText('Crown Series');
  const rowOf = (name: string) => screen.getByText(name).closest('tr, li')?.textContent;
  expect(rowOf('Crown Series')).toContain('12% of sales');
  expect(rowOf('Crown Series')).toMatch(/\$18\.40.*for refunds until Nov 27/);
  expect(rowOf('Crown Series')).toContain('Fri, Nov 20');
  expect(rowOf('Small Gym')).toContain('Under $25.00');
  expect(rowOf('New Gym')).toContain('By file or hand');
  expect(rowOf('Owes')).toContain('$42.00 carries over');
  expect(rowOf('Owes')).toContain('$1.50 an item');
  expect(rowOf('Waits')).toContain('On hold');
  expect(rowOf('Sent')).toContain('$7.00 on its way');
});

test('a payment is shown line by line before anything is sent, and a link is ended after a question', async () => {
  const fetches = openPayouts();
  fireEvent.click(await screen.findByRole('button', { name: 'Pay now: New Gym' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(await sheet.findByText('Earned in November 2026')).toBeTruthy();
  expect(sheet.getByText('Already paid').parentElement?.textContent).toContain('-$30.00');
  expect(sheet.getByText('Pays now').parentElement?.textContent).toContain('$90.00');
  fireEvent.click(sheet.getByRole('button', { name: 'End link' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect([
    bodiesSentTo(fetches, payeeEndpoints.payPayee),
    bodiesSentTo(fetches, payeeEndpoints.endPayeeLinks),
  ]).toEqual([[], []]);
  fireEvent.click(question.getByRole('button', { name: 'End link' }));
  await waitFor(() => expect(bodiesSentTo(fetches, payeeEndpoints.endPayeeLinks)).toHaveLength(1));
});

test('only the day until which a link works says how long it works', async () => {
  openPayouts();
  fireEvent.click(await screen.findByRole('button', { name: 'Pay now: New Gym' }));
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(await sheet.findByRole('button', { name: 'Create a link for them' }));
  const link = await sheet.findByLabelText<HTMLInputElement>('Send them this link. It is for them only.');
  expect(link.value).toBe('http://site/payee/3.token');
  expect(sheet.getByText(/^Their link works until .*2999\.$/)).toBeTruthy();
});
