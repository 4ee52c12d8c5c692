import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { findOffer, findReader } from './find-offer.ts';
import { BETWEEN_MAILS_MS, QUIET_MS, type SaleMailKind, STALE_MS } from './reminders.rules.ts';
import {
  type Addressee,
  hasMailSince,
  insertSaleMail,
  listToRemind,
  listToWarn,
} from './sale-mails.queries.ts';
import { sendSaleMailJob } from './send-sale-mail.ts';

const PEOPLE_AT_A_TIME = 500;
const DAY_MINUTES = 24 * 60;
const FIRST: Addressee = { userId: 0, eventId: 0 };

/** "Last days" goes first, because it can not wait: a customer gets one of these mails in a day. */
export async function planSaleMails(context: Context, signal: AbortSignal): Promise<void> {
  for (const kind of ['last_days', 'reminder'] as const) {
    for (let after = FIRST; !signal.aborted; ) {
      const people = await listPeople(context, kind, after);
      for (const person of people) {
        if (signal.aborted) return;
        await inTransaction(context, (tx) => planSaleMail(tx, { ...person, kind }));
      }
      const last = people.at(-1);
      if (!last || people.length < PEOPLE_AT_A_TIME) break;
      after = last;
    }
  }
}

async function listPeople(context: Context, kind: SaleMailKind, after: Addressee): Promise<Addressee[]> {
  const settings = await getSettings(context);
  const now = context.clock.now();
  const page = { after, limit: PEOPLE_AT_A_TIME };
  if (kind === 'reminder') {
    if (!settings.reminder_mails) return [];
    const [quietSince, staleBefore] = [
      new Date(now.getTime() - QUIET_MS),
      new Date(now.getTime() - STALE_MS),
    ];
    return listToRemind(context.db, { ...page, quietSince, staleBefore });
  }
  if (!settings.last_days_mails) return [];
  // A day more on both sides, because the calendar of an event may be ahead or behind.
  const day = (days: number) =>
    minutesFrom(now, days * DAY_MINUTES)
      .toISOString()
      .slice(0, 10);
  return listToWarn(context.db, { ...page, today: day(-1), until: day(settings.last_days_before + 1) });
}

/**
 * Decides about one mail and writes it down with the job that sends it, in one transaction. A second run, or a second
 * worker, finds the mail and does nothing.
 */
export async function planSaleMail(
  tx: Pick<Tx, 'db' | 'clock' | 'config' | 'log' | 'queue'>,
  { userId, eventId, kind }: Addressee & { kind: SaleMailKind },
): Promise<void> {
  const { db, clock, queue } = tx;
  const now = clock.now();
  // Concurrent jobs wait for each other, so that a customer gets one mail in a day.
  await advisoryLock(db, `sale-mails:${userId}`);
  if (await hasMailSince(db, userId, new Date(now.getTime() - BETWEEN_MAILS_MS))) return;
  if (!(await findReader(tx, { userId, kind }))) return;
  const { last_days_before: daysBefore } = await getSettings(tx);
  const offer = await findOffer(tx, { userId, eventId, kind, daysBefore });
  if (!offer) return;
  const mailId = await insertSaleMail(db, { userId, eventId, kind, createdAt: now, items: offer.items });
  if (mailId !== undefined) await queue.enqueue(db, sendSaleMailJob, { mailId });
}
