import type { Insertable } from 'kysely';
import { sumCents } from '#contract/rules/money.ts';
import { splitTax } from '#contract/rules/tax.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { countByPhotographer, listPhotographers } from '#server/modules/images/album-images.ts';
import { bookShares, findLateCredits } from '#server/modules/payees/book-shares.ts';
import { type Credit, findRates } from '#server/modules/roster/credits.ts';
import type { LedgerEntries } from '#server/platform/database/database.gen.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';
import { allocateEntry, type OrderToAllocate } from './allocate.rules.ts';
import { findFirstOpen, holdMonths, openMonths } from './closed-months.ts';
import {
  insertLedgerLines,
  insertLineShares,
  insertLineTaxes,
  listEntriesOfOrders,
  listLedgerLines,
  listLineShares,
  listLinesOfOrders,
  listRefundsOfOrders,
  listTaxesOfLines,
  listUnallocatedOrders,
  lockOrders,
} from './ledger-lines.queries.ts';
import type { Part, Share, SplitOrder } from './split-shares.rules.ts';

type LedgerTx = Pick<Tx, 'db' | 'log'>;

/** Also writes the entry's lines. The caller holds the order's lock. */
export async function insertLedgerEntry(tx: LedgerTx, entry: Insertable<LedgerEntries>): Promise<void> {
  await tx.db.insertInto('ledgerEntries').values(entry).execute();
  await allocateOrders(tx, [entry.orderId]);
}

/** Accepts events that the provider repeats. */
export async function addLedgerEntryOnce(tx: LedgerTx, entry: Insertable<LedgerEntries>): Promise<void> {
  await tx.db
    .insertInto('ledgerEntries')
    .values(entry)
    .onConflict((conflict) => conflict.columns(['kind', 'externalId']).doNothing())
    .execute();
  await allocateOrders(tx, [entry.orderId]);
}

export function listLedgerEntries(db: Db, mode: PaymentMode, since: Date) {
  return db
    .selectFrom('ledgerEntries')
    .select(['externalId', 'amountCents', 'createdAt'])
    .where('mode', '=', mode)
    .where('createdAt', '>=', since.toISOString())
    .where('kind', 'not in', ['fee', 'dispute_fee'])
    .execute();
}

type EntryRow = Awaited<ReturnType<typeof listEntriesOfOrders>>[number];
type LineRow = Awaited<ReturnType<typeof listLinesOfOrders>>[number];
type RefundRow = Awaited<ReturnType<typeof listRefundsOfOrders>>[number];

const ROWS_PER_INSERT = 2_000;

/** Writes the lines of every entry of the orders that has none. The caller holds the orders' locks. */
async function allocateOrders(tx: LedgerTx, orderIds: number[]): Promise<void> {
  const { db } = tx;
  const entries = Map.groupBy(await listEntriesOfOrders(db, orderIds), ({ orderId }) => orderId);
  const lines = Map.groupBy(await listLinesOfOrders(db, orderIds), ({ orderId }) => orderId);
  const refunds = Map.groupBy(await listRefundsOfOrders(db, orderIds), ({ orderId }) => orderId);
  const known = await readParts(db, orderIds, [...entries.values()].flat());
  const isNew = (entry: EntryRow) => !known.has(entry.id);
  const charged = orderIds.filter((id) =>
    entries.get(id)?.some((entry) => isNew(entry) && entry.kind === 'charge'),
  );
  const chargedLines = charged.flatMap((id) => lines.get(id) ?? []);
  const split = await findPhotos(tx, chargedLines);
  const monthOfEntry = await holdMonths(tx);
  const written: WrittenPart[] = [];
  for (const orderId of orderIds) {
    const own = lines.get(orderId) ?? [];
    const order = describeOrder(own, refunds.get(orderId) ?? [], split);
    const earlier: Part[] = [];
    for (const entry of entries.get(orderId) ?? []) {
      const parts = known.get(entry.id) ?? allocateEntry(entry, order, earlier);
      const booked = [...earlier];
      earlier.push(...parts);
      if (!isNew(entry)) continue;
      for (const part of parts) {
        const line = own.find(({ id }) => id === part.lineId) as LineRow;
        const photos = part.shares.reduce((sum, share) => sum + share.photos, 0);
        const onLine = booked.filter(({ lineId }) => lineId === part.lineId);
        const taxBefore = sumCents(onLine.map(({ taxCents }) => taxCents));
        written.push({ part, entry, line, photos, statementMonth: monthOfEntry(entry), taxBefore });
      }
    }
  }
  const lineIds: number[] = [];
  for (let at = 0; at < written.length; at += ROWS_PER_INSERT) {
    lineIds.push(...(await insertParts(db, written.slice(at, at + ROWS_PER_INSERT))));
  }
  const orderLineIds = [...new Set(written.map(({ line }) => line.id))];
  await bookShares(tx, { orderLineIds, newLineIds: lineIds, isOpen: await openMonths(db) });
}

type WrittenPart = {
  part: Part;
  entry: EntryRow;
  line: LineRow;
  photos: number;
  statementMonth: string;
  /** The tax of the line that was booked before. */
  taxBefore: number;
};

async function insertParts(db: Db, parts: WrittenPart[]): Promise<number[]> {
  const ids = await insertLedgerLines(
    db,
    parts.map(({ part, entry, line, photos, statementMonth }) => ({
      entryId: entry.id,
      orderLineId: line.id,
      orderId: line.orderId,
      attemptId: entry.attemptId,
      userId: entry.userId,
      mode: entry.mode,
      kind: entry.kind,
      occurredAt: entry.createdAt,
      eventId: line.eventId,
      albumId: line.albumId,
      imageId: line.imageId,
      isImage: line.imageId !== null,
      photos,
      producerName: line.producerName,
      isPool: line.isPool,
      facial: entry.facial,
      couponId: line.couponId,
      amountCents: part.amountCents,
      taxCents: part.taxCents,
      discountCents: part.discountCents,
      sales: part.sales,
      statementMonth,
    })),
  );
  const shares = parts.flatMap(({ part }, position) =>
    part.shares.map((share) => ({ lineId: ids[position] ?? 0, ...share })),
  );
  for (let at = 0; at < shares.length; at += ROWS_PER_INSERT) {
    await insertLineShares(db, shares.slice(at, at + ROWS_PER_INSERT));
  }
  await insertTaxes(db, parts, ids);
  return ids;
}

/** Says which rate each cent of tax belongs to. Orders from before rates were kept have none. */
async function insertTaxes(db: Db, parts: WrittenPart[], ids: number[]): Promise<void> {
  const taxed = parts.flatMap(({ part }) => (part.taxCents === 0 ? [] : [part.lineId]));
  if (taxed.length === 0) return;
  const taxes = Map.groupBy(await listTaxesOfLines(db, taxed), ({ orderLineId }) => orderLineId);
  const rows = parts.flatMap(({ part, taxBefore }, at) => {
    const own = taxes.get(part.lineId) ?? [];
    if (own.length === 0) return [];
    return splitTax(own, taxBefore, part.taxCents).flatMap((taxCents, position) => {
      const { orderLineId, ...rate } = own[position] as (typeof own)[number];
      return taxCents === 0 ? [] : [{ ...rate, lineId: ids[at] ?? 0, position, taxCents }];
    });
  });
  if (rows.length > 0) await insertLineTaxes(db, rows);
}

function describeOrder(lines: LineRow[], refunds: RefundRow[], split: SplitOrder): OrderToAllocate {
  const named = refunds.flatMap(({ refundId, orderLineId: lineId, amountCents }) =>
    refundId === null || lineId === null || amountCents === null ? [] : [{ refundId, lineId, amountCents }],
  );
  return {
    isPaid: lines.some((line) => line.paidAt !== null),
    lines,
    refundLines: Map.groupBy(named, ({ refundId }) => refundId),
    returnedAttempts: new Set(refunds.flatMap((one) => (one.orderLineId === null ? [one.attemptId] : []))),
    ...split,
  };
}

async function readParts(db: Db, orderIds: number[], entries: EntryRow[]): Promise<Map<number, Part[]>> {
  const rows = await listLedgerLines(db, orderIds);
  const lineIds = rows.map(({ id }) => id);
  const shares = Map.groupBy(await listLineShares(db, lineIds), ({ lineId }) => lineId);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const parts = rows.map(({ id, entryId, orderLineId: lineId, ...amounts }) => ({
    entry: byId.get(entryId) as EntryRow,
    lineId,
    ...amounts,
    shares: (shares.get(id) ?? []).map(({ lineId: _line, ...share }) => share),
  }));
  return Map.groupBy(parts, ({ entry }) => entry.id);
}

/** The photos of each line by photographer, as customers see them now, and the rates that count now. */
async function findPhotos(tx: LedgerTx, lines: LineRow[]): Promise<SplitOrder> {
  const { db } = tx;
  const albumIds = lines.flatMap((line) => (line.imageId === null ? [line.albumId] : []));
  const imageIds = lines.flatMap((line) => line.imageId ?? []);
  const albums = Map.groupBy(await countByPhotographer(db, albumIds), ({ albumId }) => albumId);
  const names = new Map(
    (await listPhotographers(db, imageIds)).map((image) => [image.id, image.photographer]),
  );
  const photos = new Map<number, Share[]>(
    lines.map((line) => [
      line.id,
      line.imageId === null
        ? (albums.get(line.albumId) ?? [])
        : [{ photographer: names.get(line.imageId) ?? null, frames: 1 }],
    ]),
  );
  const events = new Map(lines.map(({ id, eventId }) => [id, eventId]));
  const credits = lines.flatMap(({ id, eventId }): Credit[] =>
    (photos.get(id) ?? []).map(({ photographer }) => ({ eventId, photographer })),
  );
  const rates = await findRates(tx, credits);
  return {
    photosOf: (lineId) => photos.get(lineId) ?? [],
    rateOf: (lineId, photographer) => rates({ eventId: events.get(lineId) ?? 0, photographer }),
  };
}

const ORDERS_PER_BATCH = 500;

/**
 * Writes the lines of entries that have none: those of releases before the lines existed. Each batch is a transaction,
 * so a run that is interrupted continues where it stopped.
 */
export async function allocateAll(context: Context, signal?: AbortSignal): Promise<void> {
  for (let after = 0; !signal?.aborted; ) {
    const last = await allocateBatch(context, after);
    if (last === undefined) return;
    after = last;
    context.log.info({ order: last }, 'ledger entries were allocated to order lines');
  }
}

/** Returns the last order of the batch. */
function allocateBatch(context: Context, after: number): Promise<number | undefined> {
  return inTransaction(context, async (tx) => {
    const orderIds = await listUnallocatedOrders(tx.db, { after, limit: ORDERS_PER_BATCH });
    await lockOrders(tx.db, orderIds);
    await allocateOrders(tx, orderIds);
    return orderIds.at(-1);
  });
}

type LateTx = Pick<Tx, 'db' | 'log' | 'payments'>;

/** Books shares whose credited name had no photographer when the sale was booked. */
export async function bookLateCredits(context: Context, signal?: AbortSignal): Promise<void> {
  const bookBatch = (tx: Tx) =>
    bookLateBatch(tx, async (orderIds) => {
      await lockOrders(tx.db, orderIds);
      await holdMonths(tx);
    });
  while (!signal?.aborted) {
    if ((await inTransaction(context, bookBatch)) === 0) return;
  }
}

/** The caller has locked the months, so nobody else books, and waiting for an order could only be a deadlock. */
export async function bookCreditsOfLockedMonths(tx: LateTx): Promise<void> {
  while ((await bookLateBatch(tx)) > 0);
}

/** Returns how many sales it booked. */
async function bookLateBatch(tx: LateTx, lock?: (orderIds: number[]) => Promise<void>): Promise<number> {
  const { db, payments } = tx;
  const unbooked = { mode: payments.mode, since: await findFirstOpen(db, payments.mode) };
  const late = await findLateCredits(db, unbooked);
  await lock?.([...new Set(late.map(({ orderId }) => orderId))]);
  const orderLineIds = late.map(({ orderLineId }) => orderLineId);
  await bookShares(tx, { orderLineIds, newLineIds: [], isOpen: await openMonths(db) });
  return late.length;
}
