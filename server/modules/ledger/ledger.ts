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
  listEntriesOfOrder,
  listLedgerLines,
  listLineShares,
  listLinesOfOrder,
  listRefundsOfOrder,
  listTaxesOfLines,
  lockOrders,
} from './ledger-lines.queries.ts';
import type { Part, Share, SplitOrder } from './split-shares.rules.ts';

type LedgerTx = Pick<Tx, 'db' | 'log'>;

/** Also writes the entry's lines. The caller holds the order's lock. */
export async function insertLedgerEntry(tx: LedgerTx, entry: Insertable<LedgerEntries>): Promise<void> {
  const { id } = await tx.db
    .insertInto('ledgerEntries')
    .values(entry)
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeLines(tx, entry.orderId, id);
}

/** Accepts events that the provider repeats. */
export async function addLedgerEntryOnce(tx: LedgerTx, entry: Insertable<LedgerEntries>): Promise<void> {
  const added = await tx.db
    .insertInto('ledgerEntries')
    .values(entry)
    .onConflict((conflict) => conflict.columns(['kind', 'externalId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) await writeLines(tx, entry.orderId, added.id);
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

type EntryRow = Awaited<ReturnType<typeof listEntriesOfOrder>>[number];
type LineRow = Awaited<ReturnType<typeof listLinesOfOrder>>[number];
type RefundRow = Awaited<ReturnType<typeof listRefundsOfOrder>>[number];

const SHARES_PER_INSERT = 2_000;

async function writeLines(tx: LedgerTx, orderId: number, entryId: number): Promise<void> {
  const { db } = tx;
  const entries = await listEntriesOfOrder(db, orderId);
  const entry = entries.find(({ id }) => id === entryId) as EntryRow;
  const lines = await listLinesOfOrder(db, orderId);
  const split = await findPhotos(tx, entry.kind === 'charge' ? lines : []);
  const order = describeOrder(lines, await listRefundsOfOrder(db, orderId), split);
  const earlier = await readParts(db, orderId, entries);
  const parts = allocateEntry(entry, order, earlier);
  const statementMonth = (await holdMonths(tx))(entry);
  const newLineIds = await insertParts(db, entry, { parts, lines, statementMonth });
  await insertTaxes(db, { parts, earlier }, newLineIds);
  const orderLineIds = parts.map(({ lineId }) => lineId);
  await bookShares(tx, { orderLineIds, newLineIds, isOpen: await openMonths(db) });
}

async function insertParts(
  db: Db,
  entry: EntryRow,
  { parts, lines, statementMonth }: { parts: Part[]; lines: LineRow[]; statementMonth: string },
): Promise<number[]> {
  const ofLine = new Map(lines.map((line) => [line.id, line]));
  const ids = await insertLedgerLines(
    db,
    parts.map((part) => {
      const line = ofLine.get(part.lineId) as LineRow;
      return {
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
        photos: part.shares.reduce((sum, share) => sum + share.photos, 0),
        producerName: line.producerName,
        isPool: line.isPool,
        facial: entry.facial,
        couponId: line.couponId,
        amountCents: part.amountCents,
        taxCents: part.taxCents,
        discountCents: part.discountCents,
        sales: part.sales,
        statementMonth,
      };
    }),
  );
  const shares = parts.flatMap((part, position) =>
    part.shares.map((share) => ({ lineId: ids[position] ?? 0, ...share })),
  );
  for (let at = 0; at < shares.length; at += SHARES_PER_INSERT) {
    await insertLineShares(db, shares.slice(at, at + SHARES_PER_INSERT));
  }
  return ids;
}

/** Says which rate each cent of tax belongs to. Orders from before rates were kept have none. */
async function insertTaxes(
  db: Db,
  { parts, earlier }: { parts: Part[]; earlier: Part[] },
  ids: number[],
): Promise<void> {
  const taxed = parts.flatMap(({ taxCents, lineId }) => (taxCents === 0 ? [] : [lineId]));
  if (taxed.length === 0) return;
  const taxes = Map.groupBy(await listTaxesOfLines(db, taxed), ({ orderLineId }) => orderLineId);
  const rows = parts.flatMap(({ lineId, taxCents: cents }, at) => {
    const own = taxes.get(lineId) ?? [];
    if (own.length === 0) return [];
    const before = sumCents(earlier.flatMap((part) => (part.lineId === lineId ? [part.taxCents] : [])));
    return splitTax(own, before, cents).flatMap((taxCents, position) => {
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

/** The parts of all earlier entries of the order. */
async function readParts(db: Db, orderId: number, entries: EntryRow[]): Promise<Part[]> {
  const rows = await listLedgerLines(db, orderId);
  const lineIds = rows.map(({ id }) => id);
  const shares = Map.groupBy(await listLineShares(db, lineIds), ({ lineId }) => lineId);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return rows.map(({ id, entryId, orderLineId: lineId, ...amounts }) => ({
    entry: byId.get(entryId) as EntryRow,
    lineId,
    ...amounts,
    shares: (shares.get(id) ?? []).map(({ lineId: _line, ...share }) => share),
  }));
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
