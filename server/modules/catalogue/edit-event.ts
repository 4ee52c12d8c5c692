import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { newPricing } from '#contract/entities/staff-event.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { checkVersion, recordChange, versionOf } from '#server/platform/audit/versions.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toColumns } from '#server/platform/http/wire-names.ts';
import { localDate } from '#server/platform/time/clock.ts';
import { getStaffEvent } from './browse-albums.ts';
import { dropPicture, sharePicture } from './event-pictures.ts';
import { findEvents, insertEvent, lockEvent, updateEventFields } from './events.ts';

type NewEvent = BodyOf<typeof catalogueEndpoints.createEvent>;
type EventEdit = BodyOf<typeof catalogueEndpoints.updateEvent>;

export async function createEvent(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { picture_from: copied, ...event }: NewEvent,
) {
  const lastDate = readLastDate({ start_date: event.start_date, last_date: event.start_date }, event);
  const today = localDate(clock.now(), event.time_zone);
  const eventId = await insertEvent(db, {
    ...toColumns(event),
    lastDate,
    archiveDate: readArchiveDate(undefined, event, { lastDate, today }),
    picture: copied === undefined ? event.picture : await sharePicture(db, copied),
  });
  const created = await getStaffEvent(db, eventId);
  const { version: _version, ...after } = created;
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'event.create',
    subject: subjectOf(eventId),
    after,
  });
  return created;
}

export async function updateEvent(
  { db, clock, queue }: Pick<Tx, 'db' | 'clock' | 'queue'>,
  actor: Actor,
  { eventId, edit: { version, ...edit } }: { eventId: number; edit: EventEdit },
) {
  await lockEvent(db, eventId);
  const before = await getStaffEvent(db, eventId);
  if (Object.keys(edit).length === 0) return before;
  const subject = subjectOf(eventId);
  await checkVersion(db, { subject, version, edit });
  const lastDate = readLastDate(before, edit);
  const today = localDate(clock.now(), edit.time_zone ?? before.time_zone);
  await updateEventFields(db, eventId, {
    ...toColumns(edit),
    lastDate,
    archiveDate: readArchiveDate(before, edit, { lastDate, today }),
  });
  if (edit.picture !== undefined) await dropPicture({ db, queue }, before.picture);
  const after = await getStaffEvent(db, eventId);
  await recordChange(db, { actorId: actor.userId, action: 'event.update', subject, before, after });
  return { ...after, version: await versionOf(db, subject) };
}

const subjectOf = (eventId: number) => `event:${eventId}`;

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

type PriceEdit = BodyOf<typeof catalogueEndpoints.setPricing>;

/** Changes the event's first pricing, because only that one applies. Prices that are not sent stay. */
export async function setPricing(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  { eventId, edit: { version, price_list_version, ...edit } }: { eventId: number; edit: PriceEdit },
) {
  if (!(await lockEvent(db, eventId))) throw new AppError('not_found');
  const subject = subjectOf(eventId);
  await checkVersion(db, { subject, version, edit });
  const before = await findFirstPricing(db, eventId);
  const { id: _id, ...known } = before ?? {};
  const prices = checkPrices({ ...known, ...edit });
  const fields = {
    sharePriceCents: prices.share_price,
    imagePriceCents: prices.image_price,
    photoSteps: JSON.stringify(prices.photo_steps),
    athletePriceCents: prices.athlete_price,
    earlyUntil: prices.early?.until ?? null,
    earlyPercentOff: prices.early?.percent_off ?? null,
    lateFrom: prices.late?.from ?? null,
    latePercentMore: prices.late?.percent_more ?? null,
    priceListVersionId: await readVersionId(db, price_list_version),
  };
  const saved = before
    ? db.updateTable('eventPricings').set(fields).where('id', '=', before.id)
    : db.insertInto('eventPricings').values({ ...fields, eventId });
  await saved.execute();
  const after = await findFirstPricing(db, eventId);
  if (!after) throw new AppError('not_found');
  await recordChange(db, { actorId: actor.userId, action: 'event.set-pricing', subject, before, after });
  return { ...after, version: await versionOf(db, subject) };
}

/** Prices that are each valid can still contradict each other, such as a bundle that costs more than its photos alone. */
function checkPrices(prices: object) {
  const { data, error } = newPricing.safeParse(prices);
  if (data) return data;
  const details = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new AppError('invalid_request', { details });
}

/** Undefined leaves the event with the price list that it has. */
async function readVersionId(db: Db, version: number | null | undefined): Promise<number | null | undefined> {
  if (version == null) return version;
  const known = db.selectFrom('priceListVersions').select('id').where('id', '=', version);
  if (await known.executeTakeFirst()) return version;
  const problem = { path: 'price_list_version', message: 'Choose a price list that exists' };
  throw new AppError('invalid_request', { details: [problem] });
}

async function findFirstPricing(db: Db, eventId: number) {
  const [event] = await findEvents(db, [eventId]);
  return event?.eventPricings[0];
}

/**
 * Archives events whose last day of sale is over. Sales and first previews end at midnight even before this has run; lists
 * and posters follow with it.
 */
export async function archiveDueEvents({ db, clock }: Pick<Tx, 'db' | 'clock'>): Promise<void> {
  const archived = await db
    .updateTable('events')
    .set({ archived: true })
    .where('archived', '=', false)
    .where('archiveDate', 'is not', null)
    .where(sql<boolean>`archive_date < (${clock.now()}::timestamptz at time zone time_zone)::date`)
    .returning('id')
    .execute();
  for (const { id: eventId } of archived) {
    const change = { before: { archived: false }, after: { archived: true } };
    await recordAudit(db, { actorId: null, action: 'event.archive', subject: subjectOf(eventId), ...change });
  }
}

// An archive date is the last day on which photos of an event can be bought.

type Dates = { last_date: string; archive_date: string | null; archived: boolean };
type Edit = { archive_date?: string | null | undefined; archived?: boolean | undefined };

/** A restored event loses an archive date that is over, because it would be archived again at once. */
function readArchiveDate(
  before: Pick<Dates, 'archive_date'> | undefined,
  edit: Edit,
  { lastDate, today }: { lastDate: string; today: string },
): string | null {
  const kept = before?.archive_date ?? null;
  const wanted = edit.archive_date === undefined ? kept : edit.archive_date;
  if (wanted === null) return null;
  if (edit.archived === false && wanted < today) {
    if (wanted === kept) return null;
    throw refuse('Choose today or a later day');
  }
  if (wanted !== kept && wanted < today) throw refuse('Choose today or a later day');
  if (wanted < lastDate) throw refuse('Photos must be on sale until the last day of the event');
  return wanted;
}

function refuse(message: string): AppError {
  return new AppError('invalid_request', { details: [{ path: 'archive_date', message }] });
}
