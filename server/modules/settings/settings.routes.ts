import type { FastifyInstance } from 'fastify';
import { legalEndpoints } from '#contract/endpoints/legal.ts';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { languageOf } from '#server/platform/http/language-of.ts';
import { changeSettings, readSavedSettings } from './change-settings.ts';
import { forgetSettings } from './get-settings.ts';
import { changeLegalTexts, readLegalTemplates, readLegalTexts } from './legal-texts.ts';

export function settingsRoutes(app: FastifyInstance, context: Context): void {
  handle(app, settingsEndpoints.getSettings, () => readSavedSettings(context));
  handle(app, settingsEndpoints.changeSettings, async ({ actor, body }) => {
    const settings = await inTransaction(context, (tx) => changeSettings(tx, actor, body));
    forgetSettings(context);
    return settings;
  });
  handle(app, legalEndpoints.getLegalTexts, ({ request }) => readLegalTexts(context, languageOf(request)));
  handle(app, legalEndpoints.getLegalTemplates, () => readLegalTemplates(context));
  handle(app, legalEndpoints.changeLegalTexts, ({ actor, body }) =>
    inTransaction(context, (tx) => changeLegalTexts(tx, actor, body)),
  );
}
