import type { Context } from '#server/context.ts';
import { saveProviderDispute } from '#server/modules/after-sale/disputes.ts';
import { listDiffering, saveProviderRefund } from '#server/modules/after-sale/provider-refunds.ts';
import {
  deleteUnbooked,
  listUnbooked,
  saveUnbooked,
  type UnbookedKind,
} from '#server/modules/after-sale/unbooked.ts';
import { findReached, saveReached } from '#server/modules/ledger/provider-cursors.ts';
import { findAttemptByIntent } from '#server/modules/orders/payment-attempts.ts';
import { syncPayment } from '#server/modules/payments/settle.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import {
  type BalanceLine,
  PaymentUnknown,
  type ProviderDispute,
  type ProviderRefund,
} from '#server/platform/payments/payment-types.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { findAttemptOfIntent } from './receive-event.ts';

const DAY_MINUTES = 24 * 60;
/** Objects can appear late in the provider's lists, so each sweep reads this far behind the last one. */
const OVERLAP_MINUTES = 3 * DAY_MINUTES;
const FIRST_SWEEP_MINUTES = 35 * DAY_MINUTES;
const MAX_PROBLEM = 1_000;

const KINDS: Readonly<Record<string, 'refund' | 'refund_failed'>> = {
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_failed',
  payment_failure_refund: 'refund_failed',
};

type Item = { kind: UnbookedKind; externalId: string };

/**
 * Finds refunds and disputes whose events were lost or that somebody made in the provider's dashboard. A refund can fail
 * weeks after it was made: its balance transaction shows it then. What cannot be booked is kept as a case for staff and
 * tried again by every sweep, so that it holds nothing else up.
 */
export async function sweepProvider(context: Context): Promise<void> {
  const { db, payments, clock } = context;
  const startedAt = clock.now();
  const cursor = { mode: payments.mode, sweep: 'refunds_and_disputes' } as const;
  const last = await findReached(db, cursor);
  const since = last ? minutesFrom(last, -OVERLAP_MINUTES) : minutesFrom(startedAt, -FIRST_SWEEP_MINUTES);
  const unknown: unknown[] = [];
  const book = (item: Item) =>
    bookItem(context, item).catch((error: unknown) => {
      if (!(error instanceof PaymentUnknown)) throw error;
      // The cursor stays, so the next sweep meets the item again.
      unknown.push(error);
    });
  for (const item of await listUnbooked(db, payments.mode)) await book(item);
  for (const item of await listDifferingRefunds(context, since)) await book(item);
  for (const item of await listDifferingDisputes(context, since)) await book(item);
  for (const item of await findUnbooked(context, await payments.listBalance(since))) await book(item);
  if (unknown.length > 0) throw unknown[0];
  await saveReached(db, cursor, startedAt);
}

async function bookItem(context: Context, { kind, externalId }: Item): Promise<void> {
  const { db, payments, log } = context;
  let found: ProviderRefund | ProviderDispute | undefined;
  try {
    found = await (kind === 'refund' ? payments.getRefund(externalId) : payments.getDispute(externalId));
    if (found.intentId) await bringPayment(context, found.intentId);
    await ('refundId' in found ? saveProviderRefund(context, found) : saveProviderDispute(context, found));
    await deleteUnbooked(db, externalId);
  } catch (error) {
    if (error instanceof PaymentUnknown) throw error;
    log.error({ err: error, kind, externalId }, 'a movement at the card provider could not be booked');
    if (found) await keepUnbooked(context, { kind, externalId }, found, String(error));
  }
}

/** The nightly check names what belongs to no payment of ours. */
async function keepUnbooked(
  { db, clock }: Context,
  item: Item,
  { intentId, amountCents }: ProviderRefund | ProviderDispute,
  problem: string,
): Promise<void> {
  const attempt = intentId ? await findAttemptByIntent(db, intentId) : undefined;
  if (!attempt) return;
  await saveUnbooked(db, {
    ...item,
    orderId: attempt.orderId,
    attemptId: attempt.id,
    amountCents,
    problem: problem.slice(0, MAX_PROBLEM),
    createdAt: clock.now(),
  });
}

async function listDifferingRefunds(context: Context, since: Date): Promise<Item[]> {
  const ids = await listDiffering(context, await context.payments.listRefunds({ since }));
  // The provider lists the newest first, and one that came back makes room for those after it.
  return ids.toReversed().map((externalId) => ({ kind: 'refund', externalId }));
}

async function listDifferingDisputes({ db, payments }: Context, since: Date): Promise<Item[]> {
  const listed = await payments.listDisputes(since);
  const rows = await db
    .selectFrom('disputes')
    .select(['disputeId', 'state', 'needsResponse'])
    .where('disputeId', '=', anyOf(listed.map(({ disputeId }) => disputeId)))
    .execute();
  const known = new Map(rows.map((row) => [row.disputeId, row]));
  return listed.flatMap(({ disputeId, state, needsResponse }): Item[] => {
    const seen = known.get(disputeId);
    const isSame = seen?.state === state && seen.needsResponse === needsResponse;
    return isSame ? [] : [{ kind: 'dispute', externalId: disputeId }];
  });
}

/** A payment whose own answer was lost has to be settled before what follows it. */
async function bringPayment(context: Context, intentId: string): Promise<void> {
  const found = await findAttemptOfIntent(context, intentId);
  if (found?.isUnsettled) await syncPayment(context, found.id, intentId);
}

async function findUnbooked({ db }: Context, lines: BalanceLine[]): Promise<Item[]> {
  const ofRefund = (line: BalanceLine) => line.type in KINDS || /^(re|pyr)_/.test(line.sourceId);
  const ofDispute = (line: BalanceLine) => /^(du|dp)_/.test(line.sourceId);
  const kindOf = (line: BalanceLine) => {
    if (ofDispute(line)) return line.amountCents < 0 ? 'dispute' : 'dispute_won';
    return KINDS[line.type] ?? (line.amountCents < 0 ? 'refund' : 'refund_failed');
  };
  const relevant = lines.filter((line) => ofRefund(line) || ofDispute(line));
  const booked = await listBooked(db, [...new Set(relevant.map(({ sourceId }) => sourceId))]);
  const unbooked = relevant.filter((line) => !booked.has(`${kindOf(line)} ${line.sourceId}`));
  const kinds = new Map(
    unbooked.map((line) => [line.sourceId, ofDispute(line) ? ('dispute' as const) : ('refund' as const)]),
  );
  return [...kinds].map(([externalId, kind]) => ({ kind, externalId }));
}

/** Returns `kind externalId` of every ledger entry about these objects of the provider. */
async function listBooked(db: Db, externalIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('ledgerEntries')
    .select(['kind', 'externalId'])
    .where('externalId', '=', anyOf(externalIds))
    .execute();
  return new Set(rows.map(({ kind, externalId }) => `${kind} ${externalId}`));
}
