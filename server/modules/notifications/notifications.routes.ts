import type { FastifyInstance } from 'fastify';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import type { NotificationSettings } from '#contract/rules/notification-settings.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { toIso } from '#server/platform/timestamps.ts';
import { receiveMailEvent } from './mail-events.ts';
import { findLatestDefault } from './notifications.queries.ts';
import { getSettings, resumeEmail, setSiteDefault, type UserSettings, updateSettings } from './settings.ts';

export function notificationRoutes(app: FastifyInstance, context: Context): void {
  handle(app, notificationEndpoints.getSettings, async ({ actor, params }) =>
    toWireSettings(await getSettings(context, actor, params.id)),
  );

  handle(app, notificationEndpoints.updateSettings, async ({ actor, params, body }) =>
    toWireSettings(await inTransaction(context, (tx) => updateSettings(tx, actor, params.id, body.settings))),
  );

  handle(app, notificationEndpoints.resumeEmail, async ({ actor, params }) =>
    toWireSettings(await inTransaction(context, (tx) => resumeEmail(tx, actor, params.id))),
  );

  handle(app, notificationEndpoints.mailWebhook, async ({ text, request }) => {
    await receiveMailEvent(context, text, String(request.headers['x-encore-signature'] ?? ''));
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

function toWireSettings({ userId, settings, modifiedOn, emailStopped }: UserSettings) {
  return {
    user: userId,
    settings,
    has_modified_notification_settings: modifiedOn,
    email_stopped: emailStopped,
  };
}

function toWireDefault(row: { id: number; settings: NotificationSettings; createdAt: string }) {
  return { id: row.id, settings: row.settings, created_at: toIso(row.createdAt) };
}
