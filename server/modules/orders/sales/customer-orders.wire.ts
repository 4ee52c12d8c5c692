import type { Order } from '#contract/entities/order.ts';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { sumCents } from '#contract/rules/money.ts';
import { teamLine } from '#contract/rules/title-lines.ts';
import type { Person } from '#server/modules/accounts/list-people.ts';
import type { SoldAlbum } from '#server/modules/catalogue/sold-albums.ts';
import type { ListedDispute } from '#server/modules/orders/disputes/list-disputes.ts';
import type { LineEntitlement } from '#server/modules/orders/entitlements.ts';
import type { OrderRow } from '#server/modules/orders/orders.ts';
import type { UnbookedRow } from '#server/modules/orders/payments/unbooked.queries.ts';
import type { RefundRequestRow } from '#server/modules/orders/refunds/decide-refund.ts';
import type { ReturnedRefundRow } from '#server/modules/orders/refunds/settle-returned.ts';
import { toIso, toIsoOrNull } from '#server/platform/timestamps.ts';
import type { ListedAttempt, ListedRefund, RefundedLine } from './customer-orders.queries.ts';

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
    has_goods: returned.hasGoods,
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
  { evidence, standing, ...dispute }: ListedDispute,
  people: ReadonlyMap<number, Person>,
): OrderOfUser['disputes'][number] {
  return {
    id: dispute.id,
    payment: dispute.attemptId,
    amount: dispute.amountCents,
    reason: dispute.reason,
    status: dispute.state,
    is_inquiry: dispute.isInquiry,
    due_by: toIsoOrNull(dispute.dueBy),
    created_at: toIso(dispute.createdAt),
    evidence: standing,
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
    requested_by: {
      id: request.requestedBy,
      name: people.get(request.requestedBy ?? 0)?.name ?? 'Deleted account',
    },
    created_at: toIso(request.createdAt),
  };
}
