import type { FastifyInstance } from 'fastify';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import type { NotificationSettings } from '#contract/rules/notifications.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { visitorOf } from '#server/modules/accounts/sessions.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { handle } from '#server/platform/http/handle.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import { listChoices } from './alert-choices.ts';
import { receiveMailEvent } from './mail-events.ts';
import {
  getNotificationSettings,
  readSiteDefault,
  resumeEmail,
  setSiteDefault,
  type UserNotificationSettings,
  updateNotificationSettings,
} from './notification-settings.ts';
import { previewMail, type SampleReceipt, sendPreviewMail } from './preview-mail.ts';
import { openPublicAction, toWireAction } from './public-actions.ts';
import { addDevice, removeDevice, showDevices } from './push-devices.ts';
import { asksForOneClick, describeUnsubscribe, unsubscribe, unsubscribePage } from './unsubscribe.ts';

export function notificationRoutes(app: FastifyInstance, context: Context): void {
  handle(app, notificationEndpoints.getSettings, async ({ actor, params }) =>
    toWireSettings(await getNotificationSettings(context, actor, params.id)),
  );

  handle(app, notificationEndpoints.updateSettings, async ({ actor, params, body }) =>
    toWireSettings(
      await inTransaction(context, (tx) =>
        updateNotificationSettings(tx, actor, {
          userId: params.id,
          settings: body.settings,
          quietHours: body.quiet_hours && { ...body.quiet_hours, timeZone: body.quiet_hours.time_zone },
        }),
      ),
    ),
  );

  handle(app, notificationEndpoints.resumeEmail, async ({ actor, params }) =>
    toWireSettings(await inTransaction(context, (tx) => resumeEmail(tx, actor, params.id))),
  );

  handle(app, notificationEndpoints.mailWebhook, async ({ text, request }) => {
    const signature = String(request.headers['x-encore-signature'] ?? '');
    await receiveMailEvent(context, { text, signature });
  });

  handle(app, notificationEndpoints.getDefaultSettings, async () => {
    const latest = await readSiteDefault(context);
    return latest ? [toWireDefault(latest)] : [];
  });

  handle(app, notificationEndpoints.setDefaultSettings, async ({ actor, body }) =>
    toWireDefault(await inTransaction(context, (tx) => setSiteDefault(tx, actor, body))),
  );
}

export function pushRoutes(app: FastifyInstance, context: Context): void {
  handle(app, notificationEndpoints.listPushDevices, ({ actor }) => showDevices(context, actor));

  handle(app, notificationEndpoints.addPushDevice, async ({ actor, body, request }) => {
    const { endpoint, keys, time_zone: timeZone } = body;
    const { userAgent } = visitorOf(request);
    const device = { endpoint, ...keys, timeZone, userAgent };
    await inTransaction(context, (tx) => addDevice(tx, actor, device));
    return showDevices(context, actor);
  });

  handle(app, notificationEndpoints.removePushDevice, async ({ actor, params }) => {
    await removeDevice(context, actor, params.id);
    return showDevices(context, actor);
  });

  handle(app, notificationEndpoints.listAlertChoices, async ({ actor }) =>
    (await listChoices(context.db, actor.userId)).map(
      ({ athleteId, teamId, showsName, showsPicture, ...choice }) => ({
        ...choice,
        athlete: athleteId,
        team: teamId,
        shows_name: showsName,
        shows_picture: showsPicture,
      }),
    ),
  );
}

export function unsubscribeRoutes(app: FastifyInstance, context: Context): void {
  handle(app, inviteEndpoints.getUnsubscribe, ({ body }) =>
    inTransaction(context, (tx) => describeUnsubscribe(tx, body.action)),
  );

  handle(app, inviteEndpoints.unsubscribe, ({ body }) =>
    inTransaction(context, (tx) => unsubscribe(tx, body)),
  );

  handle(app, inviteEndpoints.unsubscribeByMailer, async ({ params, text }) => {
    if (!asksForOneClick(text)) throw new AppError('invalid_request');
    await inTransaction(context, (tx) => unsubscribe(tx, params));
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

export function mailPreviewRoutes(
  app: FastifyInstance,
  context: Context,
  sampleReceipt: SampleReceipt,
): void {
  handle(app, settingsEndpoints.previewMail, ({ actor, body }) =>
    previewMail({ ...context, sampleReceipt }, actor, body),
  );
  handle(app, settingsEndpoints.sendPreviewMail, ({ actor, body, request }) =>
    sendPreviewMail({ ...context, sampleReceipt }, actor, { request: body, key: request.id }),
  );
}

function toWireSettings({
  userId,
  settings,
  modifiedOn,
  emailStopped,
  quietHours: { from, to, timeZone },
}: UserNotificationSettings) {
  return {
    user: userId,
    settings,
    has_modified_notification_settings: modifiedOn,
    email_stopped: emailStopped,
    quiet_hours: { from, to, time_zone: timeZone },
  };
}

type Default = { id: number; settings: NotificationSettings; createdAt: string; version: number };

function toWireDefault({ createdAt, ...row }: Default) {
  return { ...row, created_at: toIso(createdAt) };
}
