import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { payment, refund, requestedRefund } from '../entities/order.ts';
import { done, id, idParams, photoId, requiredText } from '../primitives.ts';
import { RETURNED_SETTLEMENTS } from '../rules/order-states.ts';
import { orderParams } from './orders.ts';

const tag = 'Orders and payments';

export const refundEndpoints = {
  swapAlbumPayment: endpoint({
    method: 'POST',
    path: '/album-payments/swap',
    access: 'purchases',
    proof: 'address',
    tag,
    summary:
      'Swap a purchased album (a line of an order) for another; customers may do this once with their own',
    body: z.strictObject({
      album_payment_id: id,
      album_id: id,
      memo: z.string().trim().max(1_000).optional(),
    }),
    response: payment,
  }),
  swapImagePayment: endpoint({
    method: 'POST',
    path: '/image-payments/swap',
    access: 'customers',
    tag,
    summary: 'Swap a purchased image (a line of an order) for another',
    body: z.strictObject({
      image_payment_id: id,
      image_id: photoId,
      memo: z.string().trim().max(1_000).optional(),
    }),
    response: payment,
  }),
  refundOrder: endpoint({
    method: 'POST',
    path: '/orders/:id/refund',
    access: 'customers',
    tag,
    summary:
      'Refund an order or some of its lines, and end access to what was bought; a high amount waits for a second person (202)',
    params: orderParams,
    body: z.strictObject({ lines: z.array(id).min(1).max(500).optional(), memo: requiredText(1_000) }),
    response: refund,
    otherResponses: { 202: requestedRefund },
  }),
  approveRefund: endpoint({
    method: 'POST',
    path: '/refund-requests/:id/approve',
    access: 'customers',
    tag,
    summary: 'Carry out a refund that someone else asked for',
    params: idParams,
    response: refund,
  }),
  settleReturnedRefund: endpoint({
    method: 'POST',
    path: '/returned-refunds/:id/settle',
    access: 'customers',
    tag,
    summary:
      'Settle a refund that the card provider refused or the bank returned: send it again, or record that it was paid another way or that the goods were kept',
    params: idParams,
    body: z.strictObject({ how: z.enum(RETURNED_SETTLEMENTS), note: requiredText(1_000) }),
    response: z.object({ status: z.enum(['settled', 'sent', 'waiting']) }),
  }),
  declineRefund: endpoint({
    method: 'POST',
    path: '/refund-requests/:id/decline',
    access: 'customers',
    tag,
    summary: 'Decline a refund that someone else asked for, or withdraw one’s own request',
    params: idParams,
    response: done,
  }),
};
