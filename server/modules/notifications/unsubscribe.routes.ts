import type { FastifyInstance } from 'fastify';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { handle } from '#server/platform/http/handle.ts';
import { openPublicAction, toWireAction } from './public-actions.ts';
import { asksForOneClick, lookAtUnsubscribe, unsubscribe } from './unsubscribe.ts';
import { unsubscribePage } from './unsubscribe-links.ts';

const DONE = { ok: true } as const;

export function unsubscribeRoutes(app: FastifyInstance, context: Context): void {
  handle(app, inviteEndpoints.getUnsubscribe, ({ body }) =>
    inTransaction(context, (tx) => lookAtUnsubscribe(tx, body.action)),
  );

  handle(app, inviteEndpoints.unsubscribe, async ({ body }) => {
    await inTransaction(context, (tx) => unsubscribe(tx, body));
    return DONE;
  });

  handle(app, inviteEndpoints.unsubscribeByMailer, async ({ params, text }) => {
    if (!asksForOneClick(text)) throw new AppError('invalid_request');
    await inTransaction(context, (tx) => unsubscribe(tx, params));
    return DONE;
  });

  // A person or a mail scanner may open the one-click address; the page it redirects to changes nothing by itself.
  const { path, params } = inviteEndpoints.unsubscribeByMailer;
  app.get(path, { schema: { hide: true, params } }, (request, reply) =>
    reply.redirect(unsubscribePage(context.config, (request.params as { action: string }).action), 303),
  );

  handle(app, inviteEndpoints.findPublicAction, async ({ body }) => {
    const link = { action: body.action, clientRoute: body.client_route };
    return toWireAction(await inTransaction(context, (tx) => openPublicAction(tx, link)));
  });
}
