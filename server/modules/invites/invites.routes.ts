import type { FastifyInstance } from 'fastify';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { inviteToOrder, listInvitesToOrder, revokeOrderInvite } from './order-invites.ts';

export function orderInviteRoutes(app: FastifyInstance, context: Context): void {
  handle(app, inviteEndpoints.listOrderInvites, ({ actor, params }) =>
    listInvitesToOrder(context, actor.userId, params.id),
  );
  handle(app, inviteEndpoints.inviteToOrder, ({ actor, body }) => {
    const wish = { orderId: body.orderId, orderKey: body.order_key, email: body.invited_email };
    return inviteToOrder(context, actor.userId, wish);
  });
  handle(app, inviteEndpoints.revokeOrderInvite, async ({ actor, params }) => {
    await inTransaction(context, (tx) => revokeOrderInvite(tx, actor.userId, params.id));
    return { ok: true } as const;
  });
}
