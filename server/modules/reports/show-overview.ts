import { REVIEW_HOURS, URGENT_REVIEW_HOURS } from '#contract/endpoints/moderation.ts';
import type { Overview } from '#contract/endpoints/overview.ts';
import { PAYMENT_TROUBLES, type PaymentCase } from '#contract/entities/order-of-user.ts';
import { CARD_TRY_LIMITS } from '#contract/rules/cards.ts';
import { type Permission, roleCan } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { prepareAlbumJob } from '#server/modules/catalogue/prepare-soon.ts';
import { localDate, minutesFrom } from '#server/platform/clock.ts';
import type { Actor } from '#server/platform/http/access.ts';
import type { DeadLetter } from '#server/platform/queue.ts';
import {
  countChats,
  countEvidenceDue,
  countReported,
  listAlbumNames,
  listCardTesting,
  listDoubtful,
} from './overview.queries.ts';
import {
  toWireCardTesting,
  toWireChats,
  toWireDoubtfulFrames,
  toWirePayments,
  toWireRefundRequests,
  toWireReportedPhotos,
  toWireZips,
} from './overview.wire.ts';
import { countCases, listOldestCases } from './payment-cases.queries.ts';
import { findComparedPeriods } from './period.queries.ts';
import { totalUp } from './sales-report.ts';

/** The overview shows only the oldest cases; the page of payment cases lists all of them. */
const MOST_CASES_SHOWN = 8;
/** Refunds to approve have a part of their own. */
const MONEY_TROUBLES = PAYMENT_TROUBLES.filter((trouble) => trouble !== 'refund_request');
const LEDGER_CHECK = 'orders.check-ledger';

const REVIEW_DEADLINES = { usual: REVIEW_HOURS, urgent: URGENT_REVIEW_HOURS };

/** Parts that the role may not see are not queried. */
export async function showOverview(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'payments'>,
  actor: Actor,
  timeZone: string,
): Promise<Overview> {
  const { db, clock, queue } = tx;
  const letters = await queue.listDeadLetters();
  const failedAlbums = listFailedAlbums(letters);
  const ledgerDiffers = letters.some((letter) => letter.name === LEDGER_CHECK);
  const ifMay = async <T>(permission: Permission, find: () => Promise<T>): Promise<T | null> =>
    roleCan(actor.role, permission) ? find() : null;
  const counts = (await ifMay('customers', () => countCases(db, clock.now()))) ?? new Map();
  const listOldest = (troubles: PaymentCase['trouble'][]) =>
    listOldestCases(db, { now: clock.now(), troubles, limit: MOST_CASES_SHOWN });
  return {
    reported_photos: await ifMay('admin_report_photo_review', async () =>
      toWireReportedPhotos(await countReported(db, clock.now(), REVIEW_DEADLINES)),
    ),
    doubtful_frames: await ifMay('admin_albums', async () => toWireDoubtfulFrames(await listDoubtful(db))),
    chats: await ifMay('customers', async () => toWireChats(await countChats(db))),
    payments: await ifMay('customers', async () =>
      toWirePayments(await listOldest(MONEY_TROUBLES), {
        counts,
        ledgerDiffers,
        evidenceDue: await countEvidenceDue(db, clock.now()),
      }),
    ),
    refund_requests: await ifMay('customers', async () =>
      toWireRefundRequests(await listOldest(['refund_request']), counts),
    ),
    card_testing: await ifMay('customers', async () =>
      toWireCardTesting(
        await listCardTesting(db, {
          aDayAgo: minutesFrom(clock.now(), -CARD_TRY_LIMITS.account.minutes),
          block: CARD_TRY_LIMITS.account.block,
        }),
      ),
    ),
    zips: await ifMay('admin_albums', async () =>
      toWireZips(failedAlbums, await listAlbumNames(db, failedAlbums)),
    ),
    failed_jobs: letters.length,
    today: await ifMay('reports', () => salesToday(tx, timeZone)),
  };
}

/** Buyers cannot download these albums. */
export function listFailedAlbums(letters: DeadLetter[]): number[] {
  return letters.flatMap(({ name, payload }) => {
    if (name !== prepareAlbumJob.name) return [];
    const prepared = prepareAlbumJob.payload.safeParse(payload);
    return prepared.success ? [prepared.data.albumId] : [];
  });
}

async function salesToday({ db, clock, payments }: Pick<Tx, 'db' | 'clock' | 'payments'>, timeZone: string) {
  const day = localDate(clock.now(), timeZone);
  const days = { startDate: day, endDate: day, timeZone };
  const { current, previous } = await findComparedPeriods(db, days, clock.now());
  const today = await totalUp(db, { ...current, mode: payments.mode });
  const before = await totalUp(db, { ...previous, mode: payments.mode });
  return {
    net: today.net,
    orders: today.orders,
    previous_net: before.net,
    previous_orders: before.orders,
  };
}
