import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { setPricing } from '#server/modules/catalogue/edit-event.ts';
import { givePosterCodes } from '#server/modules/catalogue/poster-codes.ts';
import { createPriceList } from '#server/modules/catalogue/price-lists.ts';
import { stretchEvents } from '#server/modules/catalogue/schedule.ts';
import { addSubscription } from '#server/modules/found-albums/team-subscriptions.ts';
import { addPhotographer } from '#server/modules/roster/roster.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { hashPassword } from '#server/platform/security/passwords.ts';
import catalogue from './catalogue.json' with { type: 'json' };
import { buildDemoData, type DemoData, demoIdentifier } from './demo-data.ts';
import { DEMO_PASSWORD } from './log-ins.ts';
import { dateRows, findDatedColumns } from './past.ts';
import { enqueueDemoPhotos } from './photograph.ts';
import words from './words.json' with { type: 'json' };

const DAY_MS = 86_400_000;
const OPENED_DAYS = 300;
const ANNOUNCED_DAYS = 60;
/** Albums of the last event lead the list of staff, which begins with the newest. */
const RUNNING_ORDER_DAYS = 3;

/** Seeds in one transaction behind a lock, so that a crash leaves nothing and only one of two processes seeds. */
export async function seedDemo(context: Context): Promise<boolean> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const columns = await findDatedColumns(context.db);
  return inTransaction(context, async (tx) => {
    await advisoryLock(tx.db, 'demo seed');
    const someone = await tx.db.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (someone) return false;
    const today = tx.clock.now();
    const data = buildDemoData({ today });
    const clock = { now: () => new Date(today.getTime() - OPENED_DAYS * DAY_MS) };
    const opened = { ...tx, clock, db: dateRows(tx.db, columns, clock) };
    const userIds = await seedLogIns(opened, data, passwordHash);
    const admin = { userId: userIds[0] ?? 0, role: 'super', sessionId: '', isVerified: true } as const;
    const eventIds = await seedCatalogue(opened, data, admin);
    await seedRoster(opened, admin, eventIds);
    for (const [index, { follows }] of data.logIns.entries()) {
      for (const { key, programName, teamName, division } of data.teams) {
        const team = { programName, teamName, divisionName: division };
        if (follows.includes(key)) await addSubscription(tx, { userId: userIds[index] ?? 0 }, team);
      }
    }
    await enqueueDemoPhotos(tx, today);
    return true;
  });
}

async function seedLogIns({ db, clock }: Tx, { logIns }: DemoData, passwordHash: string): Promise<number[]> {
  const known = {
    passwordHash,
    agreedToTermsAt: clock.now(),
    agreedVersion: 1,
    emailVerifiedAt: clock.now(),
  };
  const rows = logIns.map(({ follows: _, role, ...person }) => ({
    ...person,
    ...known,
    role: role as Actor['role'],
    name: `${person.firstName} ${person.lastName}`,
  }));
  return (await db.insertInto('users').values(rows).returning('id').execute()).map(({ id }) => id);
}

async function seedCatalogue(tx: Tx, { events, albums }: DemoData, admin: Actor): Promise<number[]> {
  const { db } = tx;
  const lists = [];
  for (const list of catalogue.priceLists) lists.push(await createPriceList(tx, admin, list));
  const standard = { ...lists[0]?.prices, price_list_version: lists[0]?.price_list_version };
  const fields = events.map((event) => event.fields);
  const eventIds = (await db.insertInto('events').values(fields).returning('id').execute()).map(
    ({ id }) => id,
  );
  for (const [index, { hasDefaultPrices }] of events.entries()) {
    if (!hasDefaultPrices) await setPricing(tx, admin, { eventId: eventIds[index] ?? 0, edit: standard });
  }
  const rows = albums.map(({ eventKey, isPhotographed, ...album }) => ({
    programName: album.programName,
    teamName: album.teamName,
    divisionName: album.divisionName,
    performanceOrder: album.performanceOrder,
    plannedAt: album.plannedAt,
    eventId: eventIds[events.findIndex(({ key }) => key === eventKey)] ?? 0,
    identifier: demoIdentifier({ eventKey, ...album }),
    publishedAt: isPhotographed ? album.plannedAt : null,
    createdAt: new Date(+album.plannedAt - (isPhotographed ? RUNNING_ORDER_DAYS : ANNOUNCED_DAYS) * DAY_MS),
  }));
  const albumIds = (await db.insertInto('albums').values(rows).returning('id').execute()).map(({ id }) => id);
  await givePosterCodes(db, [
    ...eventIds.map((eventId) => ({ eventId })),
    ...albumIds.map((albumId) => ({ albumId })),
  ]);
  await stretchEvents(db, albumIds);
  return eventIds;
}

/** Two photographers share the stage of an event, as in photograph.ts. */
async function seedRoster(tx: Tx, admin: Actor, eventIds: readonly number[]): Promise<void> {
  for (const [index, { name, rate, firstRate }] of words.photographers.entries()) {
    const email = `${name.split(' ')[0]}@photographers.test`.toLowerCase();
    const person = { name, email, phone: null, default_rate_basis_points: rate, other_names: [] };
    const { id: photographerId } = await addPhotographer(tx, admin, person);
    const own = eventIds
      .filter((id) => [0, 1].some((half) => (id + half) % words.photographers.length === index))
      .map((eventId, at) => ({ eventId, photographerId, rateBasisPoints: at === 0 ? firstRate : rate }));
    if (own.length > 0) await tx.db.insertInto('eventPhotographers').values(own).execute();
  }
}
