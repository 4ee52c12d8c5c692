// A shop with buyers, staff, payees and a process that dies, for the random operations on its books.
import { minutesFrom } from '#server/platform/time/clock.ts';
import { buildAlbum, buildEvent, buildImage } from '#server/testing/catalogue-factories.ts';
import { createDyingProcess, type DyingAct } from '#server/testing/die-at-step.ts';
import { buildUser } from '#server/testing/factories.ts';
import { buildCoupon, changeSettings } from '#server/testing/order-factories.ts';
import { type Buyer, buildBuyer, type PayingApp } from '#server/testing/paying-app.ts';
import { addShare, hirePayees, PROGRAMS, useRates } from './book-payees.ts';

const CARDS = [
  ...Array<string>(14).fill('pm_card_visa'),
  ...Array<string>(3).fill('pm_card_refundFail'),
  ...Array<string>(3).fill('pm_card_createDispute'),
];
const PHOTOGRAPHERS = ['Ana Sample', 'Ben Sample', 'Camera 7', null];
const ALBUMS_OF_AN_EVENT = 20;
/** A run lasts this long on the clock of the shop, so that some months are closed in it. */
export const DAYS = 130;

export type Shop = Awaited<ReturnType<typeof openBookShop>>;

export async function openBookShop(
  app: PayingApp,
  { operations, random }: { operations: number; random: () => number },
) {
  const buyers: Buyer[] = [];
  for (const card of CARDS) buyers.push(await buildBuyer(app, card));
  const staff = await buildUser(app, { role: 'super' });
  const { code } = await buildCoupon(app, { percent_off: 33 });
  await changeSettings(app, { refund_second_person_cents: 100_000_000, commission_rate_basis_points: 3_333 });
  await useRates(app, staff.token, buyers);
  const hired = await hirePayees(app);
  await keepLoggedIn(app, [staff, ...buyers]);
  const dying = createDyingProcess();
  const counts = new Map<string, number>();
  const spentMs = new Map<string, number>();
  const orders: string[] = [];
  const events: number[] = [];
  const albums: { id: number; imageId: number }[] = [];
  const seen = new Set<string>();
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const upTo = (most: number) => Math.floor(random() * most) + 1;

  async function addEvent(): Promise<void> {
    const { id: eventId } = await buildEvent(app);
    for (let i = 0; i < ALBUMS_OF_AN_EVENT; i++) {
      const album = await buildAlbum(app, { eventId, performanceOrder: i, programName: pick(PROGRAMS) });
      const { id: imageId } = await buildImage(app, album, { photographer: pick(PHOTOGRAPHERS) });
      if (random() < 0.4) await buildImage(app, album, { photographer: pick(PHOTOGRAPHERS) });
      albums.push({ id: album.id, imageId });
    }
    events.push(eventId);
    for (let i = upTo(4); i > 1; i--) await addShare(shop, eventId);
  }

  /** An album that this buyer has not been offered before. */
  async function offer(buyer: Buyer): Promise<{ id: number; imageId: number }> {
    const album = albums.find(({ id }) => !seen.has(`${buyer.id} ${id}`));
    if (!album) {
      await addEvent();
      return offer(buyer);
    }
    seen.add(`${buyer.id} ${album.id}`);
    // A gift or a swap may have shown it to them already.
    await app.context.db
      .insertInto('userFoundAlbums')
      .values({ userId: buyer.id, albumId: album.id, foundBy: 'opened', viewsUsed: 1 })
      .onConflict((conflict) => conflict.columns(['userId', 'albumId']).doUpdateSet({ viewsUsed: 1 }))
      .execute();
    return album;
  }

  /** Whatever is out of order, no call fails without a reason. */
  function note(name: string, { status, error }: { status: number; error?: { code: string } }): boolean {
    if (status >= 500 && status !== 503) throw new Error(`${name} answered ${status}`);
    const isDone = status === 200 || status === 202;
    const counted = isDone ? name : `${name}: ${error?.code ?? status}`;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
    return status === 200;
  }

  /** A separate process is killed before one of its statements or calls. */
  async function kill(act: DyingAct, dieAt: number): Promise<void> {
    app.sandbox.faults.clear();
    const died = await dying.run(app, act, dieAt);
    // Loading the shop takes most of the time of a process.
    dying.prepare();
    note(died === undefined ? `killed: ${act.kind}` : `quicker: ${act.kind}`, { status: 200 });
  }

  const shop = {
    app,
    random,
    operations,
    ...hired,
    kill,
    counts,
    spentMs,
    progress: { done: 0, minutes: 0 },
    orders,
    events,
    buyers,
    staff,
    code,
    pick,
    upTo,
    offer,
    note,
    async close() {
      await dying.stop();
    },
  };
  return shop;
}

/** Sessions of staff last for hours, and those of customers for a month, which is less than a run. */
async function keepLoggedIn({ context }: PayingApp, people: readonly { id: number }[]): Promise<void> {
  const expiresAt = minutesFrom(context.clock.now(), 10 * DAYS * 24 * 60);
  const ids = people.map(({ id }) => id);
  await context.db.updateTable('sessions').set({ expiresAt }).where('userId', 'in', ids).execute();
}

export const superActor = ({ staff }: Pick<Shop, 'staff'>) =>
  ({ userId: staff.id, role: 'super', sessionId: 'test', isVerified: true }) as const;
