import type { FastifyInstance } from 'fastify';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { openPublicAction } from './open-action.ts';
import { toWireAction } from './public-actions.wire.ts';

export function publicActionRoutes(app: FastifyInstance, context: Context): void {
  handle(app, inviteEndpoints.findPublicAction, async ({ body }) => {
    const link = { action: body.action, clientRoute: body.client_route };
    return toWireAction(await inTransaction(context, (tx) => openPublicAction(tx, link)));
  });
}
