import type { FastifyInstance } from 'fastify';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { toWireOrderInvite } from './invites.wire.ts';
import { inviteToOrder, listInvitesToOrder, revokeOrderInvite } from './order-invites.ts';

export function orderInviteRoutes(app: FastifyInstance, context: Context): void {
  handle(app, inviteEndpoints.listOrderInvites, async ({ actor, params }) =>
    (await listInvitesToOrder(context, actor, params.id)).map(toWireOrderInvite),
  );
  handle(app, inviteEndpoints.inviteToOrder, async ({ actor, body, uncount }) => {
    const invitation = { orderId: body.orderId, orderKey: body.order_key, email: body.invited_email };
    const { invite, isSent } = await inTransaction(context, (tx) => inviteToOrder(tx, actor, invitation));
    if (!isSent) uncount();
    return toWireOrderInvite(invite);
  });
  handle(app, inviteEndpoints.revokeOrderInvite, async ({ actor, params }) => {
    await inTransaction(context, (tx) => revokeOrderInvite(tx, actor, params.id));
    return { ok: true } as const;
  });
}
