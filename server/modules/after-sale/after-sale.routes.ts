import type { FastifyInstance } from 'fastify';
import { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { disputeEndpoints, refundEndpoints } from '#contract/endpoints/refunds.ts';
import {
  userAdministrationEndpoints,
  userOrderListEndpoints,
} from '#contract/endpoints/user-administration.ts';
import { userOrderList } from '#contract/lists/users.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { readOfBuyer } from '#server/modules/accounts/customer-access.ts';
import { getOrder } from '#server/modules/group-orders/show-order.ts';
import { toWirePayment } from '#server/modules/payments/settle.ts';
import { recordListSeen } from '#server/platform/audit/audit.ts';
import { handle } from '#server/platform/http/handle.ts';
import { handleList } from '#server/platform/lists/handle-list.ts';
import { getEvidence, sendEvidence } from './evidence.ts';
import { setGift } from './gifts.ts';
import { getReceipt } from './receipts.ts';
import { approveRefund, declineRefund, refundOrder } from './refunds.ts';
import { settleReturned } from './returned-refunds.ts';
import { getUserOrder, listAlbumSales, userOrderSource } from './sales.ts';
import { swapItem } from './swaps.ts';

export function afterSaleRoutes(app: FastifyInstance, context: Context): void {
  handle(app, orderEndpoints.setGift, ({ actor, params, body: { email, message } }) =>
    inTransaction(context, async (tx) => {
      await setGift(tx, actor, { ref: params.id, gift: email === null ? null : { email, message } });
      return getOrder(tx, actor, params.id);
    }),
  );
  handle(app, orderEndpoints.orderReceipt, ({ actor, params }) => getReceipt(context, actor, params.id));

  handle(app, refundEndpoints.refundOrder, async ({ actor, params, body, reply }) => {
    const { lines: lineIds, amount: amountCents, dispute_reason: disputeReason, memo } = body;
    const latestRefundId = body.latest_refund;
    const request = { ref: params.id, lineIds, amountCents, disputeReason, latestRefundId, memo };
    const outcome = await refundOrder(context, actor, request);
    if (outcome.status === 'waiting') reply.code(202);
    return outcome;
  });
  handle(app, refundEndpoints.approveRefund, ({ actor, params }) => approveRefund(context, actor, params.id));
  handle(app, refundEndpoints.declineRefund, async ({ actor, params }) => {
    await inTransaction(context, (tx) => declineRefund(tx, actor, params.id));
    return { ok: true } as const;
  });
  handle(app, refundEndpoints.settleReturnedRefund, ({ actor, params, body }) =>
    settleReturned(context, actor, { id: params.id, ...body }),
  );
  handle(app, refundEndpoints.swapAlbumPayment, async ({ actor, body }) => {
    const request = { lineId: body.album_payment_id, to: { albumId: body.album_id }, memo: body.memo };
    return toWirePayment(await inTransaction(context, (tx) => swapItem(tx, actor, request)));
  });
  handle(app, refundEndpoints.swapImagePayment, async ({ actor, body }) => {
    const request = { lineId: body.image_payment_id, to: { imageId: body.image_id }, memo: body.memo };
    return toWirePayment(await inTransaction(context, (tx) => swapItem(tx, actor, request)));
  });
  handle(app, disputeEndpoints.getEvidence, ({ actor, params }) => getEvidence(context, actor, params.id));
  handle(app, disputeEndpoints.sendEvidence, ({ actor, params, body }) =>
    sendEvidence(context, actor, { id: params.id, note: body.note }),
  );

  handleList(app, context.db, userOrderListEndpoints, userOrderList, userOrderSource(context), {
    authorize: (actor, { user }) => readOfBuyer(context, actor, { userId: user ?? 0, part: 'orders' }),
  });
  handle(app, userAdministrationEndpoints.orderOfUser, async ({ actor, params }) => {
    await readOfBuyer(context, actor, { userId: params.id, part: 'orders' });
    return getUserOrder(context, { userId: params.id, orderId: params.order });
  });
  handle(app, albumAdministrationEndpoints.albumSales, async ({ actor, params, query }) => {
    const sales = await listAlbumSales(context, {
      albumId: params.id,
      start: query._start,
      limit: query._limit,
    });
    await recordListSeen(context.db, actor, 'album sales', sales.total);
    return sales;
  });
}
