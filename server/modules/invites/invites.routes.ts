import type { FastifyInstance } from 'fastify';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import type { Context } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { inviteToOrder, listInvitesToOrder } from './order-invites.ts';

export function orderInviteRoutes(app: FastifyInstance, context: Context): void {
  handle(app, inviteEndpoints.listOrderInvites, ({ actor, params }) =>
    listInvitesToOrder(context, actor.userId, params.id),
  );
  handle(app, inviteEndpoints.inviteToOrder, ({ actor, body }) => {
    const wish = { orderId: body.orderId, orderKey: body.order_key, email: body.invited_email };
    return inviteToOrder(context, actor.userId, wish);
  });
}
