import type { FastifyInstance } from 'fastify';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import type { Context } from '#server/context.ts';
import { listStaff } from '#server/modules/accounts/list-staff.ts';
import { handle } from '#server/platform/http/handle.ts';
import { toIsoOrNull } from '#server/platform/timestamps.ts';
import { changeSettings } from './change-settings.ts';
import { readSettings } from './get-settings.ts';
import { previewMail, sendPreviewMail } from './preview-mail.ts';
import { settingsHistory } from './settings-history.ts';

export function settingsRoutes(app: FastifyInstance, context: Context): void {
  handle(app, settingsEndpoints.getSettings, () => readSettings(context));
  handle(app, settingsEndpoints.settingsHistory, ({ query }) => settingsHistory(context.db, query));
  handle(app, settingsEndpoints.listStaff, async () => {
    const staff = await listStaff(context.db);
    return staff.map(({ id, name, email, role, lastSeenAt }) => ({
      id,
      name,
      email,
      type: role,
      last_seen_at: toIsoOrNull(lastSeenAt),
    }));
  });
  handle(app, settingsEndpoints.changeSettings, ({ actor, body }) => changeSettings(context, actor, body));
  handle(app, settingsEndpoints.previewMail, ({ actor, body }) => previewMail(context, actor, body));
  handle(app, settingsEndpoints.sendPreviewMail, ({ actor, body, request }) =>
    sendPreviewMail(context, actor, { request: body, key: request.id }),
  );
}
