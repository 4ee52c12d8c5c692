import type { FastifyInstance } from 'fastify';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { changeSettings } from './change-settings.ts';
import { forgetSettings, readSettings } from './get-settings.ts';

export function settingsRoutes(app: FastifyInstance, context: Context): void {
  handle(app, settingsEndpoints.getSettings, () => readSettings(context));
  handle(app, settingsEndpoints.changeSettings, async ({ actor, body }) => {
    const settings = await inTransaction(context, (tx) => changeSettings(tx, actor, body));
    forgetSettings(context);
    return settings;
  });
}
