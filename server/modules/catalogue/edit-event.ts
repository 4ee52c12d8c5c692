import type { BodyOf } from '#contract/endpoint.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { localDate } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { readArchiveDate } from './archive-date.rules.ts';
import { getStaffEvent } from './browse-events.ts';
import { insertEvent, lockEvent, updateEventFields } from './events.queries.ts';

type NewEvent = BodyOf<typeof catalogueEndpoints.createEvent>;
type EventEdit = BodyOf<typeof catalogueEndpoints.updateEvent>;

export async function createEvent({ db, clock }: Pick<Tx, 'db' | 'clock'>, actor: Actor, event: NewEvent) {
  checkTimeZone(event.time_zone);
  const lastDate = readLastDate({ start_date: event.start_date, last_date: event.start_date }, event);
  const today = localDate(clock.now(), event.time_zone);
  const eventId = await insertEvent(db, {
    name: event.name,
    brandName: event.brand_name,
    producerName: event.producer_name,
    venueName: event.venue_name,
    city: event.city,
    state: event.state,
    startDate: event.start_date,
    lastDate,
    archiveDate: readArchiveDate(undefined, event, { lastDate, today }),
    timeZone: event.time_zone,
    autoPublish: event.auto_publish,
    producerShareBasisPoints: event.producer_share_basis_points,
  });
  const after = await getStaffEvent(db, eventId);
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'event.create',
    subject: `event:${eventId}`,
    after,
  });
  return after;
}

export async function updateEvent(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { eventId, edit }: { eventId: number; edit: EventEdit },
) {
  if (edit.time_zone !== undefined) checkTimeZone(edit.time_zone);
  await lockEvent(db, eventId);
  const before = await getStaffEvent(db, eventId);
  if (Object.keys(edit).length === 0) return before;
  const lastDate = readLastDate(before, edit);
  const today = localDate(clock.now(), edit.time_zone ?? before.time_zone);
  await updateEventFields(db, eventId, {
    // The name is always written, because kept event lists do not notice a change of the archive date alone.
    name: edit.name ?? before.name,
    brandName: edit.brand_name,
    producerName: edit.producer_name,
    venueName: edit.venue_name,
    city: edit.city,
    state: edit.state,
    startDate: edit.start_date,
    lastDate,
    archiveDate: readArchiveDate(before, edit, { lastDate, today }),
    timeZone: edit.time_zone,
    autoPublish: edit.auto_publish,
    producerShareBasisPoints: edit.producer_share_basis_points,
    archived: edit.archived,
  });
  const after = await getStaffEvent(db, eventId);
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'event.update',
    subject: `event:${eventId}`,
    before,
    after,
  });
  return after;
}

const LAST_DAY_OF_CALENDAR = '9999-12-31';

/** An event that is moved keeps its length. */
function readLastDate(
  before: { start_date: string; last_date: string },
  edit: { start_date?: string | undefined; last_date?: string | undefined },
): string {
  const start = edit.start_date ?? before.start_date;
  const moved = Date.parse(start) - Date.parse(before.start_date) + Date.parse(before.last_date);
  const kept = new Date(Math.min(moved, Date.parse(LAST_DAY_OF_CALENDAR))).toISOString().slice(0, 10);
  const last = edit.last_date ?? kept;
  if (last >= start) return last;
  const problem = { path: 'last_date', message: 'The last day must not be before the first' };
  throw new AppError('invalid_request', { details: [problem] });
}

function checkTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    const problem = { path: 'time_zone', message: 'Choose a time zone like America/Chicago' };
    throw new AppError('invalid_request', { details: [problem] });
  }
}
