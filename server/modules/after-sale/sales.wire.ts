import type { AlbumSale } from '#contract/endpoints/album-administration.ts';
import type { Order } from '#contract/entities/order.ts';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { sumCents } from '#contract/rules/money.ts';
import { teamLine } from '#contract/rules/sentences.ts';
import type { Person } from '#server/modules/accounts/find-people.ts';
import type { SoldAlbum } from '#server/modules/catalogue/sold-albums.ts';
import type { LineEntitlement } from '#server/modules/orders/entitlements.ts';
import type { OrderRow } from '#server/modules/orders/orders.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import type { ListedDispute } from './evidence.ts';
import type { RefundRequestRow, ReturnedRefundRow } from './refunds.queries.ts';
import type { ListedAttempt, ListedRefund, RefundedLine, SaleRow } from './sales.queries.ts';
import type { UnbookedRow } from './unbooked.ts';

type Parts = {
  userId: number;
  rows: OrderRow[];
  attempts: ListedAttempt[];
  refunds: ListedRefund[];
  refundedLines: RefundedLine[];
  requests: RefundRequestRow[];
  returned: ReturnedRefundRow[];
  unbooked: UnbookedRow[];
  disputes: ListedDispute[];
  entitlements: LineEntitlement[];
  albums: ReadonlyMap<number, SoldAlbum>;
  people: ReadonlyMap<number, Person>;
};

function toWireSwapState(order: Order, item: Order['items'][number], { entitlements, albums }: Parts) {
  const entitlement = entitlements.find(({ orderLineId }) => orderLineId === item.id);
  const album = albums.get(entitlement?.albumId ?? 0);
  return {
    can_swap: entitlement !== undefined && entitlement.state !== 'ended' && !order.is_pool,
    now: {
      album: album?.albumId ?? item.album.id,
      event: album?.eventId ?? item.album.events[0]?.id ?? 0,
      title: album?.title ?? teamLine(item.album),
      image: entitlement ? entitlement.imageId : item.image,
      price: entitlement?.swappedToCents ?? item.price,
    },
  };
}

export function toWireOrderOfUser(order: Order, parts: Parts): OrderOfUser {
  const { attempts, refunds, refundedLines, requests, people } = parts;
  const refundedOf = new Map(refundedLines.map((line) => [line.orderLineId, line]));
  return {
    ...order,
    gift: toWireGift(order, parts.rows),
    items: order.items.map((item) => ({
      ...item,
      refunded: Number(refundedOf.get(item.id)?.amountCents ?? 0),
      is_refunded: refundedOf.get(item.id)?.isEnded ?? false,
      ...toWireSwapState(order, item, parts),
    })),
    own: toWireOwnMoney(order.id, parts),
    payments: attempts
      .filter((attempt) => attempt.orderId === order.id)
      .map((attempt) => ({
        id: attempt.id,
        amount: attempt.amountCents,
        status: attempt.state,
        failure: attempt.failureCode,
        created_at: toIso(attempt.createdAt),
        card: attempt.brand && attempt.last4 ? { brand: attempt.brand, last4: attempt.last4 } : null,
        payer: { id: attempt.userId, name: people.get(attempt.userId)?.name ?? '' },
      })),
    refunds: refunds
      .filter((refund) => refund.orderId === order.id)
      .map((refund) => ({
        id: refund.id,
        amount: refund.amountCents,
        status: refund.state,
        memo: refund.memo,
        created_at: toIso(refund.createdAt),
      })),
    returned_refunds: parts.returned
      .filter((one) => one.orderId === order.id)
      .map((one) => toWireReturned(one, parts)),
    unbooked: parts.unbooked.filter((item) => item.orderId === order.id).map(toWireUnbooked),
    disputes: parts.disputes
      .filter((dispute) => dispute.orderId === order.id)
      .map((dispute) => toWireDispute(dispute, people)),
    refund_request: toWireRequest(
      requests.find((request) => request.orderId === order.id),
      people,
    ),
  };
}

/** Counts what the bank has returned and staff paid another way as refunded. */
function toWireOwnMoney(orderId: number, { userId, attempts, refunds, returned }: Parts): OrderOfUser['own'] {
  const own = attempts.filter((attempt) => attempt.orderId === orderId && attempt.userId === userId);
  const isOwn = ({ attemptId }: { attemptId: number }) => own.some(({ id }) => id === attemptId);
  const paid = own.filter(({ state }) => state === 'succeeded');
  const sent = refunds.filter((refund) => isOwn(refund) && ['pending', 'succeeded'].includes(refund.state));
  const elsewhere = returned.filter((one) => isOwn(one) && one.outcome === 'paid_another_way');
  const sum = (rows: { amountCents: number }[]) => sumCents(rows.map(({ amountCents }) => amountCents));
  return { paid: sum(paid), refunded: sum(sent) + sum(elsewhere) };
}

function toWireGift({ id, gift }: Order, rows: OrderRow[]): OrderOfUser['gift'] {
  const row = rows.find((one) => one.id === id);
  return gift && { ...gift, delivered_at: toIsoOrNull(row?.giftDeliveredAt ?? null) };
}

function toWireReturned(
  returned: ReturnedRefundRow,
  { refunds, attempts, people }: Parts,
): OrderOfUser['returned_refunds'][number] {
  const retry = refunds.find(({ id }) => id === returned.retryRefundId);
  const payerId = attempts.find(({ id }) => id === returned.attemptId)?.userId ?? 0;
  return {
    id: returned.id,
    refund: returned.refundId,
    amount: returned.amountCents,
    was_refused: refunds.some(({ id, refundId }) => id === returned.refundId && refundId === null),
    payer: { id: payerId, name: people.get(payerId)?.name ?? '' },
    has_entitlements: returned.hasEntitlements,
    owed_since: toIso(returned.owedSince),
    is_being_sent: returned.closedAt === null && retry?.state === 'reserved',
    outcome: returned.outcome,
    note: returned.note,
  };
}

function toWireUnbooked({ id, kind, amountCents, createdAt }: UnbookedRow): OrderOfUser['unbooked'][number] {
  return { id, kind, amount: amountCents, created_at: toIso(createdAt) };
}

function toWireDispute(
  { evidence, status, ...dispute }: ListedDispute,
  people: ReadonlyMap<number, Person>,
): OrderOfUser['disputes'][number] {
  return {
    id: dispute.id,
    payment: dispute.attemptId,
    amount: dispute.amountCents,
    kept: dispute.keptCents,
    reason: dispute.reason,
    status: dispute.state,
    is_inquiry: dispute.isInquiry,
    due_by: toIsoOrNull(dispute.dueBy),
    created_at: toIso(dispute.createdAt),
    evidence: status,
    was_refused: evidence?.state === 'refused',
    sent_at: toIsoOrNull(evidence?.sentAt ?? null),
    sent_by: evidence ? (people.get(evidence.sentBy ?? 0)?.name ?? 'Deleted account') : null,
  };
}

function toWireRequest(
  request: RefundRequestRow | undefined,
  people: ReadonlyMap<number, Person>,
): OrderOfUser['refund_request'] {
  if (!request) return null;
  return {
    id: request.id,
    amount: request.amountCents,
    memo: request.memo,
    lines: request.lineIds,
    keeps_purchase: request.keepsPurchase,
    requested_by: {
      id: request.requestedBy,
      name: people.get(request.requestedBy ?? 0)?.name ?? 'Deleted account',
    },
    created_at: toIso(request.createdAt),
  };
}

type SaleParts = {
  people: ReadonlyMap<number, Person>;
  entitlements: readonly LineEntitlement[];
  refundedOf: ReadonlyMap<number, RefundedLine>;
  titleOf: (albumId: number) => string;
  downloadLimit: number;
};

export function toWireSale(row: SaleRow, albumId: number, parts: SaleParts): AlbumSale {
  const { people, refundedOf, titleOf, downloadLimit } = parts;
  const own = parts.entitlements.filter(({ orderLineId }) => orderLineId === row.id);
  const named = (userId: number) => ({
    id: userId,
    name: people.get(userId)?.name ?? '',
    email: people.get(userId)?.email ?? '',
  });
  return {
    id: row.id,
    order: row.orderId,
    order_key: row.key,
    order_status: row.state,
    is_pool: row.isPool,
    image: own[0]?.imageId ?? null,
    buyer: named(row.userId),
    paid_at: toIsoOrNull(row.paidAt),
    total: row.totalCents,
    refunded: Number(refundedOf.get(row.id)?.amountCents ?? 0),
    is_refunded: refundedOf.get(row.id)?.isEnded ?? false,
    price: own[0]?.swappedToCents ?? row.priceCents,
    swapped_from: row.albumId === albumId ? null : { album: row.albumId, title: titleOf(row.albumId) },
    holders: own.map(({ userId, downloadsUsed, state }) => ({
      ...named(userId),
      downloads_used: downloadsUsed,
      downloads_max: downloadLimit,
      state,
    })),
  };
}
