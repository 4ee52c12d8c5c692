import { expect, test } from 'vitest';
import type { Overview } from '#contract/endpoints/overview.ts';
import { attentionOf } from './attention-card.tsx';

const QUIET: Overview = {
  reported_photos: { waiting: 0, overdue: 0, decide_by: null },
  unsorted_by_event: { waiting: 0, events: [] },
  chats: { waiting: 0, since: null },
  payments: {
    stuck_payments: 0,
    stuck_refunds: 0,
    open_disputes: 0,
    returned_refunds: 0,
    refused_refunds: 0,
    unbooked: 0,
    evidence_due: { waiting: 0, due_by: null },
    ledger_differs: false,
    cases: [],
  },
  refund_requests: { waiting: 0, cases: [] },
  card_testing: { accounts: 0, cases: [] },
  zips: { failed: 0, albums: [] },
  books_differ: false,
  failed_jobs: 0,
  today: null,
};
const NOW = Date.parse('2026-03-05T12:00:00Z');

test('a quiet shop asks for nothing, nor does what a role may not see', () => {
  expect(attentionOf(QUIET, NOW)).toEqual([]);
  expect(attentionOf({ ...QUIET, payments: null, chats: null, zips: null, books_differ: null }, NOW)).toEqual(
    [],
  );
});

test('books that do not add up are urgent and lead to the journal', () => {
  expect(attentionOf({ ...QUIET, books_differ: true }, NOW)).toMatchObject([
    { name: 'books', tone: 'bad', links: [{ to: '/admin/books' }] },
  ]);
});

test('what is too late or costs money comes before what waits', () => {
  const busy: Overview = {
    ...QUIET,
    chats: { waiting: 2, since: '2026-03-05T11:00:00Z' },
    reported_photos: { waiting: 3, overdue: 1, decide_by: '2026-03-05T11:00:00Z' },
    payments: {
      stuck_payments: 0,
      stuck_refunds: 0,
      open_disputes: 1,
      returned_refunds: 0,
      refused_refunds: 2,
      unbooked: 1,
      evidence_due: { waiting: 1, due_by: '2026-03-08T12:00:00Z' },
      ledger_differs: true,
      cases: [],
    },
  };
  expect(attentionOf(busy, NOW).map(({ name, tone, sentence }) => [name, tone, sentence])).toEqual([
    ['photos', 'bad', '1 past the 48-hour limit.'],
    [
      'payments',
      'bad',
      'Our books don’t match the card provider, 2 refunds refused by the card provider and owed, 1 transaction at the card provider missing from our books, 1 open dispute, evidence needed for 1, the first due in 3 days.',
    ],
    ['chats', 'warn', 'The oldest is from 1 hour ago.'],
  ]);
});

test('photos without an album lead to the tray of their event', () => {
  const [item] = attentionOf(
    { ...QUIET, unsorted_by_event: { waiting: 9, events: [{ event: 4, name: 'Cup', waiting: 9 }] } },
    NOW,
  );
  expect(item?.links).toEqual([{ label: 'Cup (9)', to: '/admin/events/4/unsorted' }]);
});

test('cases about money lead to their order, and more than are named to the list of all of them', () => {
  const one = {
    key: 'dispute:7',
    trouble: 'dispute' as const,
    order: 3,
    customer: 5,
    customer_name: 'Ann Parent',
    amount: 1995,
    since: '2026-03-05T10:00:00Z',
  };
  const allLinksOf = (open_disputes: number, waiting: number) =>
    attentionOf(
      {
        ...QUIET,
        payments: { ...(QUIET.payments as NonNullable<Overview['payments']>), open_disputes, cases: [one] },
        refund_requests: { waiting, cases: [{ ...one, trouble: 'refund_request' }] },
      },
      NOW,
    ).map(({ links }) => links);
  const linksOf = (...counts: Parameters<typeof allLinksOf>) =>
    allLinksOf(...counts).map((links) => links.slice(1));
  expect(allLinksOf(1, 1)).toMatchObject([
    [{ to: '/admin/users/5', search: { order_q: '3' } }],
    [{ to: '/admin/users/5', search: { order_q: '3' } }],
  ]);
  expect(linksOf(1, 1)).toEqual([[], []]);
  expect(linksOf(12, 9)).toEqual([
    [{ label: 'See all 12', to: '/admin/payment-cases' }],
    [{ label: 'See all 9', to: '/admin/payment-cases', search: { trouble: 'refund_request' } }],
  ]);
});
