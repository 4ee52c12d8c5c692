import { sql } from 'kysely';
import type { z } from 'zod';
import type { Receipt } from '#contract/entities/order.ts';
import { sumCents } from '#contract/rules/money.ts';
import type { RefundState } from '#contract/rules/order-states.ts';
import { describeGift, LINE_NAMES } from '#contract/rules/orders.ts';
import type { Context, Tx } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-people.ts';
import { signLinks } from '#server/modules/accounts/links.ts';
import { findSoldAlbums, type SoldAlbum } from '#server/modules/catalogue/sold-albums.ts';
import { albumMailCard } from '#server/modules/images/mail-cover.ts';
import { getVisibleOrder } from '#server/modules/orders/change-order.ts';
import { couponsById } from '#server/modules/orders/coupons.ts';
import type { sendReceiptJob } from '#server/modules/orders/deliver.ts';
import {
  findOrder,
  type LineRow,
  listLines,
  listLineTaxes,
  type OrderRef,
  type OrderRow,
} from '#server/modules/orders/orders.ts';
import { toWireTotals } from '#server/modules/orders/shop-items.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { mailMessages } from '#server/modules/settings/mail-messages.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import { receiptContent } from './receipt-content.ts';

export async function getReceipt(
  tx: Pick<Tx, 'db' | 'log' | 'config'>,
  actor: Actor,
  ref: OrderRef,
): Promise<Receipt> {
  const order = await getVisibleOrder(tx, actor, ref);
  const receipt = await composeReceipt(tx, { userId: actor.userId, order });
  if (!receipt) throw new AppError('not_found');
  return receipt;
}

/**
 * Without a user the receipt goes to the owner of the order. Receipts ignore the notification settings. The mail leaves
 * at most once.
 */
export async function mailReceipt(
  context: Context,
  { orderId, userId }: z.output<typeof sendReceiptJob.payload>,
): Promise<void> {
  const { db, mail } = context;
  const order = await findOrder(db, orderId);
  if (!order) return;
  const readerId = userId ?? order.userId;
  const user = await findAddressee(db, readerId);
  const receipt = await composeReceipt(context, { userId: readerId, order });
  if (!receipt || !user) return;
  const words = await mailMessages(context, user.language);
  const sign = await signLinks(context, {
    userId: readerId,
    about: receiptContent(receipt, '', words).title,
  });
  const albumIds = new Set((await listLines(db, [orderId])).map((line) => line.albumId));
  const [albumId] = albumIds;
  const downloadPath = albumIds.size === 1 ? `/MyAlbums?album=${albumId}` : '/MyAlbums';
  const { i18n } = words;
  const card = albumId === undefined ? undefined : await albumMailCard(context, { albumId, i18n });
  const content = receiptContent(receipt, user.firstName, words, {
    sign,
    downloadPath,
    picture: card?.picture,
    giftEmail: order.giftEmail,
  });
  await mail.send({
    key: `receipt-${orderId}-${readerId}`,
    isOnce: true,
    to: user.email,
    subject: content.title,
    ...composeMail({ isPersonal: true, ...content }, words.frame),
  });
}

/** Only the owner of a paid order and those who paid into it have a receipt. */
export async function composeReceipt(
  tx: Pick<Tx, 'db' | 'log' | 'config'>,
  { userId, order }: { userId: number; order: OrderRow },
): Promise<Receipt | undefined> {
  const { db, config } = tx;
  const payments = await listOwnPayments(db, order.id, userId);
  const hasPart = order.userId === userId || payments.length > 0;
  const buyer = await findAddressee(db, userId);
  if (order.paidAt === null || !hasPart || !buyer) return undefined;
  const lines = await listLines(db, [order.id]);
  const albumIds = lines.map((line) => line.albumId);
  const albums = await findSoldAlbums(db, albumIds);
  const couponId = order.couponId ?? 0;
  const coupon = (await couponsById(db, [couponId])).get(couponId);
  const refunds = await listOwnRefunds(db, order.id, userId);
  return {
    number: order.id,
    order_key: order.key,
    status: order.state,
    is_pool: order.isPool,
    gift: order.isGift ? describeGift(order.giftEmail) : null,
    paid_at: toIso(order.paidAt),
    seller: { name: (await getSettings(tx)).site_name, postal_address: config.mail.postalAddress },
    buyer: { name: buyer.name, email: buyer.email },
    lines: lines.map((line) => toWireLine(line, albums.get(line.albumId))),
    ...toWireTotals(order),
    tax_name: order.taxName,
    ...(await showTaxes(db, order)),
    coupon_code: coupon?.code ?? null,
    payments: payments.flatMap(toWireOwnPayment),
    refunds: refunds.map((refund) => ({
      amount: refund.amountCents,
      created_at: toIso(refund.createdAt),
      status: refund.state,
      is_paid_another_way: refund.outcome === 'paid_another_way',
    })),
  };
}

/** The flat rate, which counts everywhere, is one line by its name. */
async function showTaxes(db: Db, order: OrderRow): Promise<Pick<Receipt, 'taxes'>> {
  if (order.taxCents === 0 || order.taxSource === 'flat') return {};
  const parts = await listLineTaxes(db, order.id);
  const byRate = Map.groupBy(
    parts,
    ({ name, state, rateMillionths }) => `${state} ${name} ${rateMillionths}`,
  );
  const taxes = [...byRate.values()].flatMap((same) => {
    const [first] = same;
    const amount = sumCents(same.map(({ taxCents }) => taxCents));
    if (!first || amount === 0) return [];
    return [{ name: first.name, state: first.state, rate_millionths: first.rateMillionths, amount }];
  });
  return { taxes };
}

function toWireLine(line: LineRow, album: SoldAlbum | undefined): Receipt['lines'][number] {
  return {
    id: line.id,
    description: line.imageId === null ? LINE_NAMES.album : LINE_NAMES.photo,
    team: album?.title ?? '',
    event: album?.eventTitle ?? '',
    price: line.priceCents,
    price_name: line.priceName,
    refunded: line.refundedCents,
  };
}

/** Leaves out payments of zero: a coupon or credit covered them. */
function toWireOwnPayment(row: OwnPaymentRow): Receipt['payments'] {
  if (row.amountCents === 0 || row.settledAt === null) return [];
  return [
    {
      amount: row.amountCents,
      shares: row.capture === 'manual' ? (row.shares ?? 0) : null,
      paid_at: toIso(row.settledAt),
      card: row.brand === null || row.last4 === null ? null : { brand: row.brand, last4: row.last4 },
    },
  ];
}

type OwnPaymentRow = Awaited<ReturnType<typeof listOwnPayments>>[number];

function listOwnPayments(db: Db, orderId: number, userId: number) {
  return db
    .selectFrom('paymentAttempts')
    .leftJoin('paymentSources', 'paymentSources.id', 'paymentAttempts.sourceId')
    .select(['paymentAttempts.id', 'amountCents', 'capture', 'settledAt', 'brand', 'last4'])
    .select((eb) =>
      eb
        .selectFrom('poolShares')
        .select(({ fn }) => fn.countAll<number>().as('shares'))
        .whereRef('poolShares.attemptId', '=', 'paymentAttempts.id')
        .where('poolShares.state', 'in', ['paid', 'refunded'])
        .as('shares'),
    )
    .where('orderId', '=', orderId)
    .where('paymentAttempts.userId', '=', userId)
    .where('paymentAttempts.state', '=', 'succeeded')
    .orderBy('paymentAttempts.id')
    .execute();
}

/** Lists only refunds that the provider has accepted or that staff paid another way. */
function listOwnRefunds(db: Db, orderId: number, userId: number) {
  return db
    .selectFrom('refunds')
    .innerJoin('paymentAttempts', 'paymentAttempts.id', 'refunds.attemptId')
    .leftJoin('returnedRefunds', 'returnedRefunds.refundId', 'refunds.id')
    .select(['refunds.createdAt', 'refunds.state', 'returnedRefunds.outcome'])
    .select(
      sql<number>`case returned_refunds.outcome when 'paid_another_way' then returned_refunds.amount_cents
        else refunds.amount_cents end`.as('amountCents'),
    )
    .$narrowType<{ state: RefundState }>()
    .where('refunds.orderId', '=', orderId)
    .where((eb) =>
      eb.or([eb('refunds.refundId', 'is not', null), eb('returnedRefunds.outcome', '=', 'paid_another_way')]),
    )
    .where('paymentAttempts.userId', '=', userId)
    .orderBy('refunds.id')
    .execute();
}
