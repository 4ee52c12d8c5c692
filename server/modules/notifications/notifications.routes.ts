import type { FastifyInstance } from 'fastify';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { receiveMailEvent } from './mail-events.ts';
import {
  getNotificationSettings,
  resumeEmail,
  setSiteDefault,
  updateNotificationSettings,
} from './notification-settings.ts';
import { findLatestDefault } from './notifications.queries.ts';
import { toWireDefault, toWireSettings } from './notifications.wire.ts';

export function notificationRoutes(app: FastifyInstance, context: Context): void {
  handle(app, notificationEndpoints.getSettings, async ({ actor, params }) =>
    toWireSettings(await getNotificationSettings(context, actor, params.id)),
  );

  handle(app, notificationEndpoints.updateSettings, async ({ actor, params, body }) =>
    toWireSettings(
      await inTransaction(context, (tx) =>
        updateNotificationSettings(tx, actor, { userId: params.id, settings: body.settings }),
      ),
    ),
  );

  handle(app, notificationEndpoints.resumeEmail, async ({ actor, params }) =>
    toWireSettings(await inTransaction(context, (tx) => resumeEmail(tx, actor, params.id))),
  );

  handle(app, notificationEndpoints.mailWebhook, async ({ text, request }) => {
    const signature = String(request.headers['x-encore-signature'] ?? '');
    await receiveMailEvent(context, { text, signature });
    return { ok: true } as const;
  });

  handle(app, notificationEndpoints.getDefaultSettings, async () => {
    const latest = await findLatestDefault(context.db);
    return latest ? [toWireDefault(latest)] : [];
  });

  handle(app, notificationEndpoints.setDefaultSettings, async ({ actor, body }) =>
    toWireDefault(await inTransaction(context, (tx) => setSiteDefault(tx, actor, body.settings))),
  );
}
