import { REVIEW_HOURS } from '#contract/endpoints/moderation.ts';
import type { Overview } from '#contract/endpoints/overview.ts';
import { type Permission, roleCan } from '#contract/rules/permissions.ts';
import type { Context } from '#server/context.ts';
import { prepareAlbumJob } from '#server/modules/images/prepare-album.ts';
import { localDate, minutesFrom } from '#server/platform/clock.ts';
import type { Actor } from '#server/platform/http/access.ts';
import type { DeadLetter } from '#server/platform/queue.ts';
import { toIso, toIsoOrNull } from '#server/platform/timestamps.ts';
import {
  countChats,
  countReported,
  listAlbumNames,
  listDoubtful,
  listPaymentCases,
  type PaymentCase,
} from './overview.queries.ts';
import { findComparedPeriods } from './period.queries.ts';
import { totalUp } from './sales-report.ts';

const DAY_MINUTES = 24 * 60;
const SETTLED_BY_THEN_MINUTES = 30;
const MOST_CASES_SHOWN = 8;
const LEDGER_CHECK = 'orders.check-ledger';

/** Parts that the role may not see are not queried. */
export async function showOverview(context: Context, actor: Actor, timeZone: string): Promise<Overview> {
  const letters = await context.queue.listDeadLetters();
  const ifMay = async <T>(permission: Permission, find: () => Promise<T>): Promise<T | null> =>
    roleCan(actor.role, permission) ? find() : null;
  return {
    reported_photos: await ifMay('admin_report_photo_review', () => reportedPhotos(context)),
    doubtful_frames: await ifMay('admin_albums', () => doubtfulFrames(context)),
    chats: await ifMay('customers', () => chats(context)),
    payments: await ifMay('customers', () => paymentTroubles(context, letters)),
    zips: await ifMay('admin_albums', () => failedZips(context, letters)),
    failed_jobs: letters.length,
    today: await ifMay('reports', () => salesToday(context, timeZone)),
  };
}

async function reportedPhotos({ db, clock }: Context) {
  const { waiting, overdue, since } = await countReported(db, minutesFrom(clock.now(), -REVIEW_HOURS * 60));
  const first = toIsoOrNull(since);
  const decideBy = first && minutesFrom(new Date(first), REVIEW_HOURS * 60).toISOString();
  return { waiting, overdue, decide_by: decideBy };
}

async function doubtfulFrames({ db }: Context) {
  const events = await listDoubtful(db);
  return {
    waiting: events[0]?.total ?? 0,
    events: events.map(({ eventId, name, waiting }) => ({ event: eventId, name, waiting })),
  };
}

async function chats({ db }: Context) {
  const { waiting, since } = await countChats(db);
  return { waiting, since: toIsoOrNull(since) };
}

async function paymentTroubles({ db, clock }: Context, letters: DeadLetter[]) {
  const now = clock.now();
  const cases = await listPaymentCases(db, {
    soon: minutesFrom(now, -SETTLED_BY_THEN_MINUTES),
    aDayAgo: minutesFrom(now, -DAY_MINUTES),
    aWeekAgo: minutesFrom(now, -7 * DAY_MINUTES),
  });
  const count = (trouble: PaymentCase['trouble']) => cases.filter((one) => one.trouble === trouble).length;
  return {
    stuck_payments: count('payment'),
    stuck_refunds: count('refund'),
    open_disputes: count('dispute'),
    ledger_differs: letters.some((letter) => letter.name === LEDGER_CHECK),
    cases: cases.slice(0, MOST_CASES_SHOWN).map((one) => ({
      trouble: one.trouble,
      order: one.orderId,
      customer: one.userId,
      customer_name: one.userName,
      amount: one.amountCents,
      since: toIso(one.createdAt),
    })),
  };
}

/** Buyers cannot download these albums. */
async function failedZips({ db }: Context, letters: DeadLetter[]) {
  const albumIds = letters.flatMap(({ name, payload }) => {
    if (name !== prepareAlbumJob.name) return [];
    const prepared = prepareAlbumJob.payload.safeParse(payload);
    return prepared.success ? [prepared.data.albumId] : [];
  });
  const albums = await listAlbumNames(db, albumIds);
  return {
    failed: new Set(albumIds).size,
    albums: albums.map(({ id, eventId, programName, teamName }) => ({
      album: id,
      event: eventId,
      name: `${programName} ${teamName}`.trim(),
    })),
  };
}

async function salesToday({ db, clock, payments }: Context, timeZone: string) {
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
