import { creditKey } from '#contract/rules/credits.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { givePosterCodes } from '#server/modules/catalogue/poster-codes.ts';
import { stretchEvents } from '#server/modules/catalogue/schedule.ts';
import { addSubscription } from '#server/modules/found-albums/team-subscriptions.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Db } from '#server/platform/database/database.ts';
import { hashPassword } from '#server/platform/security/passwords.ts';
import { buildDemoData, type DemoData, type DemoLogIn, demoIdentifier } from './demo-data.ts';
import { DEMO_PASSWORD } from './log-ins.ts';
import { enqueueDemoPhotos } from './photograph.ts';
import words from './words.json' with { type: 'json' };

const ANNOUNCED_DAYS = 60;
/** Albums of the last event lead the list of staff, which begins with the newest. */
const RUNNING_ORDER_DAYS = 3;
const CUSTOMER_DAYS = 210;

function daysBefore(moment: Date | string, days: number): Date {
  return new Date(new Date(moment).getTime() - days * 86_400_000);
}

/** Seeds in one transaction behind a lock, so that a crash leaves nothing and only one of two processes seeds. */
export async function seedDemo(context: Context): Promise<boolean> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  return inTransaction(context, async (tx) => {
    await advisoryLock(tx.db, 'demo seed');
    const someone = await tx.db.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (someone) return false;
    const data = buildDemoData({ today: tx.clock.now() });
    await seedCatalogue(tx, data);
    for (const logIn of data.logIns) await seedLogIn(tx, logIn, data, passwordHash);
    await enqueueDemoPhotos(tx, tx.clock.now());
    return true;
  });
}

async function seedCatalogue({ db }: Pick<Tx, 'db'>, { events, albums }: DemoData): Promise<void> {
  const standard = await seedPriceLists(db, events);
  const seeded = new Map<string, { id: number; isPhotographed: boolean }>();
  for (const event of events) {
    const { key, isPhotographed, pricings, name, startDate, timeZone, archived } = event;
    const { brandName, producerName, venueName, city, state, picture } = event;
    const place = { brandName, producerName, venueName, city, state, picture };
    const createdAt = daysBefore(startDate, ANNOUNCED_DAYS);
    const { id: eventId } = await db
      .insertInto('events')
      .values({ ...place, name, startDate, timeZone, archived, createdAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    await givePosterCodes(db, [{ eventId }]);
    seeded.set(key, { id: eventId, isPhotographed });
    const prices = pricings.map((pricing) => ({
      ...pricing,
      photoSteps: JSON.stringify(pricing.photoSteps),
      eventId,
      createdAt,
      priceListVersionId: standard,
    }));
    if (prices.length > 0) await db.insertInto('eventPricings').values(prices).execute();
  }
  const rows = albums.map(({ eventKey, teamKey: _, palette: __, ...album }) => {
    const { id: eventId = 0, isPhotographed = false } = seeded.get(eventKey) ?? {};
    return {
      ...album,
      eventId,
      identifier: demoIdentifier({ eventKey, ...album }),
      publishedAt: isPhotographed ? album.plannedAt : null,
      createdAt: daysBefore(album.plannedAt, isPhotographed ? RUNNING_ORDER_DAYS : ANNOUNCED_DAYS),
    };
  });
  const albumIds = (await db.insertInto('albums').values(rows).returning('id').execute()).map(({ id }) => id);
  await givePosterCodes(
    db,
    albumIds.map((albumId) => ({ albumId })),
  );
  await stretchEvents(db, albumIds);
  await seedRoster(
    { db },
    [...seeded.values()].map(({ id }) => id),
  );
}

const USUAL_RATES = [3_000, 3_500, 2_800, 3_000];
/** Somebody who shot one big event for less. */
const EVENT_RATE = 2_500;

/** Two photographers share the stage of an event, as in photograph.ts. */
async function seedRoster({ db }: Pick<Tx, 'db'>, eventIds: readonly number[]): Promise<void> {
  const { photographers: names } = words;
  for (const [index, name] of names.entries()) {
    const rateBasisPoints = USUAL_RATES[index] ?? 3_000;
    const email = `${name.split(' ')[0]}@photographers.test`.toLowerCase();
    const { id: photographerId } = await db
      .insertInto('photographers')
      .values({ name, email, defaultRateBasisPoints: rateBasisPoints })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('photographerNames')
      .values({ key: creditKey(name), photographerId, name })
      .execute();
    const own = eventIds
      .filter((eventId) => [0, 1].some((half) => (eventId + half) % names.length === index))
      .map((eventId, at) => ({
        eventId,
        photographerId,
        rateBasisPoints: at === 0 ? EVENT_RATE : rateBasisPoints,
      }));
    if (own.length > 0) await db.insertInto('eventPhotographers').values(own).execute();
  }
}

/** Every demo event with prices has the same ones; returns the version of the list that holds them. */
async function seedPriceLists(db: Db, events: DemoData['events']): Promise<number> {
  const [pricing] = events.flatMap(({ pricings }) => pricings);
  if (!pricing) throw new Error('no demo event has prices');
  const { photoSteps, ...prices } = pricing;
  const add = async (name: string, memo: string, lower: object) => {
    const list = db.insertInto('priceLists').values({ name, memo }).returning('id');
    const { id: priceListId } = await list.executeTakeFirstOrThrow();
    const fields = { priceListId, version: 1, photoSteps: JSON.stringify(photoSteps), ...prices, ...lower };
    const version = db.insertInto('priceListVersions').values(fields).returning('id');
    return (await version.executeTakeFirstOrThrow()).id;
  };
  await add('One-day events', 'Smaller gyms, one day', { sharePriceCents: 500, athletePriceCents: 2495 });
  return add('Standard', 'Two-day events and finals', {});
}

async function seedLogIn(
  tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
  { follows, role, ...person }: DemoLogIn,
  { teams }: DemoData,
  passwordHash: string,
): Promise<void> {
  const joinedAt = daysBefore(tx.clock.now(), CUSTOMER_DAYS);
  const { id: userId } = await tx.db
    .insertInto('users')
    .values({
      ...person,
      role: role as 'authenticated',
      name: `${person.firstName} ${person.lastName}`,
      passwordHash,
      agreedToTermsAt: joinedAt,
      emailVerifiedAt: joinedAt,
      agreedVersion: 1,
      createdAt: joinedAt,
      updatedAt: joinedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { key, programName, teamName, division: divisionName } of teams) {
    if (follows.includes(key)) await addSubscription(tx, { userId }, { programName, teamName, divisionName });
  }
}
