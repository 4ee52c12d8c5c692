import type { EventFigures, ListedEvent } from '#contract/entities/staff-event.ts';
import type { Tx } from '#server/context.ts';
import { localDate, minutesFrom } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';
import { findStanding } from './event.queries.ts';
import { toListedEvent, toWireEventFigures } from './event-figures.wire.ts';
import type { ListedEventRow } from './event-list.queries.ts';
import { findPeriod } from './period.queries.ts';
import { findOrderNow, readFigures, sumSalesIn } from './staff-figures.queries.ts';

/** A performance lasts minutes; nothing is on when the last one began long ago. */
const LONGEST_PERFORMANCE_MINUTES = 30;

export async function addFigures(
  db: Db,
  events: ListedEventRow[],
  mode: PaymentMode,
): Promise<ListedEvent[]> {
  const figures = await readFigures(
    db,
    events.map(({ id }) => id),
    mode,
  );
  return events.map((event) => toListedEvent(event, figures));
}

export async function showEventFigures(
  { db, clock, payments }: Pick<Tx, 'db' | 'clock' | 'payments'>,
  eventId: number,
): Promise<EventFigures> {
  const now = clock.now();
  const event = await findStanding(db, eventId, now);
  if (!event) throw new AppError('not_found');
  const today = localDate(now, event.timeZone);
  const period = await findPeriod(db, { startDate: today, endDate: today, timeZone: event.timeZone });
  const since = minutesFrom(now, -LONGEST_PERFORMANCE_MINUTES);
  return toWireEventFigures(eventId, event, {
    today,
    figures: await readFigures(db, [eventId], payments.mode),
    salesTodayCents: await sumSalesIn(db, eventId, { ...period, mode: payments.mode }),
    orderNow: await findOrderNow(db, eventId, { now, since }),
  });
}
