import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { addSubscription } from '#server/modules/found-albums/team-subscriptions.ts';
import { lockName } from '#server/platform/lock-name.ts';
import { hashPassword } from '#server/platform/passwords.ts';
import { DEMO_PASSWORD } from './demo-customers.ts';
import { buildDemoData } from './demo-data.ts';
import type { DemoCustomer, DemoData } from './demo-data.types.ts';
import { demoIdentifier } from './demo-identifier.ts';
import { enqueueDemoPhotos } from './seed-photos.ts';

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
    await lockName(tx.db, 'demo seed');
    const someone = await tx.db.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (someone) return false;
    const data = buildDemoData({ today: tx.clock.now() });
    await seedCatalogue(tx, data);
    for (const customer of data.customers) await seedCustomer(tx, customer, passwordHash);
    await enqueueDemoPhotos(tx, tx.clock.now());
    return true;
  });
}

async function seedCatalogue({ db }: Pick<Tx, 'db'>, data: DemoData): Promise<void> {
  const brands = new Map(data.brands.map((brand) => [brand.key, brand]));
  const eventIds = new Map<string, number>();
  for (const { key, brandKey, pricings, ...event } of data.events) {
    const brand = brands.get(brandKey);
    const { id } = await db
      .insertInto('events')
      .values({
        name: event.name,
        brandName: brand?.name ?? '',
        producerName: brand?.producerName ?? '',
        venueName: event.venueName,
        city: event.city,
        state: event.state,
        startDate: event.startDate,
        timeZone: event.timeZone,
        archived: event.archived,
        createdAt: daysBefore(event.startDate, ANNOUNCED_DAYS),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    eventIds.set(key, id);
    if (pricings.length > 0) {
      await db
        .insertInto('eventPricings')
        .values(
          pricings.map((pricing) => ({
            ...pricing,
            eventId: id,
            createdAt: daysBefore(event.startDate, ANNOUNCED_DAYS),
          })),
        )
        .execute();
    }
  }
  const photographed = new Set(data.events.filter((event) => event.isPhotographed).map((event) => event.key));
  await db
    .insertInto('albums')
    .values(
      data.albums.map((album) => ({
        eventId: eventIds.get(album.eventKey) ?? 0,
        programName: album.programName,
        teamName: album.teamName,
        divisionName: album.divisionName,
        performanceOrder: album.performanceOrder,
        identifier: demoIdentifier(album),
        plannedAt: album.plannedAt,
        publishedAt: photographed.has(album.eventKey) ? album.plannedAt : null,
        createdAt: daysBefore(
          album.plannedAt,
          photographed.has(album.eventKey) ? RUNNING_ORDER_DAYS : ANNOUNCED_DAYS,
        ),
      })),
    )
    .execute();
}

async function seedCustomer(
  { db, clock, queue }: Pick<Tx, 'db' | 'clock' | 'queue'>,
  customer: DemoCustomer,
  passwordHash: string,
): Promise<void> {
  const { key: _, teamSearches, ...person } = customer;
  const joinedAt = daysBefore(clock.now(), CUSTOMER_DAYS);
  const { id } = await db
    .insertInto('users')
    .values({
      ...person,
      name: `${person.firstName} ${person.lastName}`,
      passwordHash,
      agreedToTermsAt: joinedAt,
      emailProvenAt: joinedAt,
      agreedVersion: 1,
      createdAt: joinedAt,
      updatedAt: joinedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const search of teamSearches) await addSubscription({ db, clock, queue }, { userId: id }, search);
}
