import type { FastifyInstance } from 'fastify';
import { reminderEndpoints } from '#contract/endpoints/reminders.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { openSaleMail } from './send-sale-mail.ts';

export function reminderRoutes(app: FastifyInstance, context: Context): void {
  handle(app, reminderEndpoints.openSaleMail, ({ body }) =>
    inTransaction(context, (tx) => openSaleMail(tx, body.token)),
  );
}
