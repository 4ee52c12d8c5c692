import { createHash, randomBytes } from 'node:crypto';
import { LIVE_SHARE_STATES, type OrderState } from '#contract/rules/order-states.ts';
import type { LeftOutReason, LineTotal, OrderTotals } from '#contract/rules/orders.ts';
import type { Goods, TaxPart } from '#contract/rules/tax.ts';
import { takeCalculation } from '#server/modules/tax/stripe-tax.ts';
import type { AgreedTax, TaxFor } from '#server/modules/tax/tax-port.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Item } from './entitlements.ts';

const KEY_BYTES = 24;
const MAX_LISTED = 200;

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;
export type LineRow = Awaited<ReturnType<typeof listLines>>[number];

function selectOrders(db: Db) {
  return db.selectFrom('orders').selectAll().$narrowType<{ state: OrderState }>();
}

/** An order is found by its number or by its key. */
export type OrderRef = number | string;

export function findOrder(db: Db, ref: OrderRef, options: { lock?: boolean } = {}) {
  return selectOrders(db)
    .where((eb) => (typeof ref === 'number' ? eb('id', '=', ref) : eb('key', '=', ref)))
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function getOrderRow(db: Db, orderId: number): Promise<OrderRow> {
  return selectOrders(db).where('id', '=', orderId).executeTakeFirstOrThrow();
}

export function listOpenOrdersOf(db: Db, albumId: number) {
  return db
    .selectFrom('orders')
    .innerJoin('orderLines', 'orderLines.orderId', 'orders.id')
    .select(['orders.id', 'orders.userId'])
    .distinct()
    .where('orders.state', '=', 'open')
    .where('orderLines.albumId', '=', albumId)
    .orderBy('orders.id')
    .execute();
}

/** Includes pools of others in which the customer holds a share. */
export function listOpenOrders(db: Db, userId: number) {
  return selectOrders(db)
    .where('state', '=', 'open')
    .where((eb) => {
      const shares = eb.selectFrom('poolShares').where('poolShares.userId', '=', userId);
      const shared = shares.select('poolShares.orderId').where('poolShares.state', 'in', LIVE_SHARE_STATES);
      return eb.or([eb('orders.userId', '=', userId), eb('orders.id', 'in', shared)]);
    })
    .orderBy('id', 'desc')
    .execute();
}

/** Includes pools of others that the customer paid into. */
export function listPaidOrders(db: Db, userId: number) {
  return selectOrders(db)
    .where('paidAt', 'is not', null)
    .where((eb) => {
      const payments = eb.selectFrom('paymentAttempts').where('paymentAttempts.userId', '=', userId);
      const paid = payments
        .select('paymentAttempts.orderId')
        .where('paymentAttempts.state', '=', 'succeeded');
      return eb.or([eb('orders.userId', '=', userId), eb('orders.id', 'in', paid)]);
    })
    .orderBy('paidAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
}

export function listLines(db: Db, orderIds: number[]) {
  return db
    .selectFrom('orderLines')
    .selectAll()
    .where('orderId', '=', anyOf(orderIds))
    .orderBy('id')
    .execute();
}

type SingleKey = Pick<OrderRow, 'singleAlbumId' | 'singleImageId' | 'singlePhotos'>;

/** Identifies an order without a cart: an album, a photo, or several photos. */
export function singleKeyOf(items: readonly Item[]): SingleKey {
  const [first, ...others] = items;
  const none = { singleAlbumId: null, singleImageId: null, singlePhotos: null };
  if (!first) return none;
  if (first.imageId === null) return { ...none, singleAlbumId: first.albumId };
  if (others.length === 0) return { ...none, singleImageId: first.imageId };
  const ids = items.map(({ imageId }) => Number(imageId)).sort((a, b) => a - b);
  return { ...none, singlePhotos: createHash('sha256').update(ids.join()).digest('hex') };
}

export const isSingle = (order: OrderRow) =>
  order.singleAlbumId !== null || order.singleImageId !== null || order.singlePhotos !== null;

/** Finds orders for these items that were placed without a cart. */
function selectSingles(db: Db, userId: number, items: readonly Item[]) {
  const { singleAlbumId, singleImageId, singlePhotos } = singleKeyOf(items);
  return selectOrders(db)
    .where('userId', '=', userId)
    .where((eb) => {
      if (singlePhotos !== null) return eb('singlePhotos', '=', singlePhotos);
      return singleImageId === null
        ? eb('singleAlbumId', '=', singleAlbumId)
        : eb('singleImageId', '=', singleImageId);
    });
}

export function lockOpenSingle(db: Db, userId: number, items: readonly Item[]) {
  return selectSingles(db, userId, items).where('state', '=', 'open').forUpdate().executeTakeFirst();
}

export function findLastPaidSingle(db: Db, userId: number, items: readonly Item[]) {
  return selectSingles(db, userId, items)
    .where('state', '=', 'paid')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

type NewOrder = {
  userId: number;
  items: (Item & { priceName: string | null })[];
  totals: OrderTotals;
  couponId: number | null;
  taxName: string;
  tax: AgreedTax;
  isSingle: boolean;
  now: Date;
};

/** The caller has checked that the buyer may buy each item under the view rule. */
export async function insertOrder(
  db: Db,
  { userId, items, totals, tax, isSingle, now, couponId, taxName }: NewOrder,
) {
  const { lines, ...sums } = totals;
  const order = await db
    .insertInto('orders')
    .values({
      key: randomBytes(KEY_BYTES).toString('base64url'),
      userId,
      ...singleKeyOf(isSingle ? items : []),
      createdAt: now,
      couponId,
      taxName,
      ...taxColumns(tax),
      ...sums,
    })
    .returningAll()
    .$narrowType<{ state: OrderState }>()
    .executeTakeFirstOrThrow();
  const inserted = await db
    .insertInto('orderLines')
    .values(
      items.map(({ albumId, imageId, priceName }, position) => ({
        orderId: order.id,
        albumId,
        imageId,
        priceName,
        viewChecked: true,
        taxIsIncluded: tax.isIncluded,
        ...(lines[position] as LineTotal),
      })),
    )
    .returning('id')
    .execute();
  await insertLineTaxes(db, inserted, tax.lines);
  await takeCalculation(db, tax.calculationId);
  return order;
}

const taxColumns = ({ source, isIncluded, place, calculationId }: AgreedTax) => ({
  taxSource: source,
  taxIsIncluded: isIncluded,
  taxCountry: place?.country ?? null,
  taxState: place?.state ?? null,
  taxPostalCode: place?.postalCode ?? null,
  taxCalculationId: calculationId,
});

/** Keeps the rates also of a line that costs nothing, because it may cost something again without its coupon. */
async function insertLineTaxes(db: Db, orderLines: readonly { id: number }[], taxes: TaxPart[][]) {
  const rows = orderLines.flatMap(({ id: orderLineId }, line) =>
    (taxes[line] ?? []).map((part, position) => ({ orderLineId, position, ...part })),
  );
  if (rows.length > 0) await db.insertInto('orderLineTaxes').values(rows).execute();
}

export function listLineTaxes(db: Db, orderId: number) {
  return db
    .selectFrom('orderLineTaxes')
    .innerJoin('orderLines', 'orderLines.id', 'orderLineTaxes.orderLineId')
    .select(['orderLineTaxes.orderLineId', 'orderLineTaxes.name', 'orderLineTaxes.country'])
    .select(['orderLineTaxes.state', 'orderLineTaxes.kind', 'orderLineTaxes.rateMillionths'])
    .select('orderLineTaxes.taxCents')
    .$narrowType<{ kind: Goods }>()
    .where('orderLines.orderId', '=', orderId)
    .orderBy('orderLineTaxes.orderLineId')
    .orderBy('orderLineTaxes.position')
    .execute();
}

/** An order keeps the rates of its day, whatever they are by now. `lines` are in the order in which they are priced. */
export async function taxedAs(db: Db, order: OrderRow, lines: readonly { id: number }[]): Promise<TaxFor> {
  const rates = order.taxSource === 'stripe' ? [] : await listLineTaxes(db, order.id);
  return {
    order,
    ratesOf: (position) => rates.filter(({ orderLineId }) => orderLineId === lines[position]?.id),
  };
}

export async function savePriceNames(db: Db, lines: ReadonlyMap<number, { priceName: string | null }>) {
  for (const [id, { priceName }] of lines) {
    await db.updateTable('orderLines').set({ priceName }).where('id', '=', id).execute();
  }
}

/** `orderLines` are in the order of the totals' lines. */
export async function saveTerms(
  db: Db,
  orderId: number,
  { totals, tax, couponId, taxName }: Pick<NewOrder, 'totals' | 'couponId' | 'taxName' | 'tax'>,
  orderLines: readonly { id: number }[],
): Promise<void> {
  const { lines, ...sums } = totals;
  await db
    .updateTable('orders')
    .set({ ...sums, couponId, taxName, ...taxColumns(tax) })
    .where('id', '=', orderId)
    .execute();
  for (const [position, { id }] of orderLines.entries()) {
    const line = lines[position] as LineTotal;
    const change = { ...line, taxIsIncluded: tax.isIncluded };
    await db.updateTable('orderLines').set(change).where('id', '=', id).execute();
  }
  await takeCalculation(db, tax.calculationId);
  const lineIds = orderLines.map(({ id }) => id);
  await db.deleteFrom('orderLineTaxes').where('orderLineId', '=', anyOf(lineIds)).execute();
  await insertLineTaxes(db, orderLines, tax.lines);
}

export async function deleteLines(db: Db, lineIds: number[]): Promise<void> {
  await db.deleteFrom('orderLines').where('id', '=', anyOf(lineIds)).execute();
}

export async function setOrderState(db: Db, orderId: number, state: OrderState, paidAt?: Date) {
  const change = paidAt ? { state, paidAt } : { state };
  await db.updateTable('orders').set(change).where('id', '=', orderId).execute();
}

type LeftOutLine = Item & { problem: LeftOutReason | null };

export async function insertLeftOut(
  db: Db,
  { orderId, lines, now }: { orderId: number; lines: LeftOutLine[]; now: Date },
): Promise<void> {
  const rows = lines.flatMap(({ albumId, imageId, problem: reason }) =>
    reason ? [{ orderId, albumId, imageId, reason, createdAt: now }] : [],
  );
  if (rows.length > 0) await db.insertInto('leftOutLines').values(rows).execute();
}

export type LeftOutRow = Awaited<ReturnType<typeof listLeftOut>>[number];

export function listLeftOut(db: Db, orderIds: number[]) {
  return db
    .selectFrom('leftOutLines')
    .selectAll()
    .$narrowType<{ reason: LeftOutReason }>()
    .where('orderId', '=', anyOf(orderIds))
    .orderBy('id')
    .execute();
}
