import type { Tx } from '#server/context.ts';
import { showAthletes } from '#server/modules/athletes/find-matches.ts';
import { claimCoupon } from '#server/modules/orders/coupons.ts';
import { listLines, type OrderRow } from '#server/modules/orders/orders.ts';
import {
  type AttemptRow,
  findLiveAttempt,
  insertAttempt,
  isPayingElsewhere,
} from '#server/modules/orders/payment-attempts.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { recordCardAttempt, requireCardAttempt } from './card-attempts.ts';
import { type ChosenCard, getUsableCard } from './cards.ts';

/** The card may be left out if there is nothing to pay. */
export type PaymentRequest = ChosenCard & { amountCents: number };

export type Started = { attempt: AttemptRow; order: OrderRow; isNew: boolean };

/**
 * Decides under the order's lock whether to pay. The caller has checked that everything in the order can be sold. The
 * provider is called after the lock is released.
 */
export async function startPayment(
  tx: Pick<Tx, 'db' | 'payments' | 'clock' | 'log'>,
  { order, request }: { order: OrderRow; request: PaymentRequest },
): Promise<Started> {
  const { db, payments } = tx;
  const card = request.cardId === null ? null : await getUsableCard(tx, order.userId, request.cardId);
  requireAmount(order, request);
  const live = await findLiveAttempt(db, order.id);
  if (live) return { attempt: live, order, isNew: false };
  if (order.state !== 'open') throw new AppError('order_closed');
  const lines = await listLines(db, [order.id]);
  const isTwice = !order.isGift && (await isPayingElsewhere(db, order.userId, order.id, lines));
  if (isTwice) throw new AppError('payment_in_progress');
  await claimCoupon(tx, order);
  const tried = { userId: order.userId, visit: request.visit, fingerprint: card?.fingerprint ?? null };
  const isCharged = order.totalCents > 0;
  const asksBank = isCharged && (await requireCardAttempt(tx, tried));
  const attempt = await insertAttempt(db, {
    orderId: order.id,
    userId: order.userId,
    sourceId: request.cardId,
    mode: payments.mode,
    amountCents: order.totalCents,
    facial: await showAthletes(tx, order.userId, lines),
    ...consentOf(request),
    asksBank,
    createdAt: tx.clock.now(),
  });
  if (isCharged) await recordCardAttempt(tx, tried, attempt);
  return { attempt, order, isNew: true };
}

/** The consent to keep the card counts once the payment has succeeded. */
export function consentOf({ consent }: Pick<ChosenCard, 'consent'>) {
  return { consentVersion: consent?.version ?? null, consentDevice: consent?.device ?? null };
}

/** A buyer who saw another price is told so before anything is charged. */
function requireAmount(order: OrderRow, request: PaymentRequest): void {
  if (request.amountCents !== order.totalCents) {
    throw new AppError('price_changed', { details: { amount: order.totalCents } });
  }
  if (request.cardId !== null || order.totalCents === 0) return;
  throw missingCard();
}

export function missingCard(): AppError {
  return new AppError('invalid_request', {
    details: [{ path: 'paymentMethodId', message: 'Choose a card' }],
  });
}
