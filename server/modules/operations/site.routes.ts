import type { FastifyInstance } from 'fastify';
import { siteEndpoints } from '#contract/endpoints/site.ts';
import type { Context } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { handle } from '#server/platform/http/handle.ts';

export function siteRoutes(app: FastifyInstance, context: Context, version: string): void {
  const { config } = context;
  handle(app, siteEndpoints.getSite, async () => {
    const settings = await getSettings(context);
    return {
      version,
      site_name: settings.site_name,
      verification_required: config.verification.isRequired,
      face_matching: settings.face_matching,
      template_life_years: settings.template_life_years,
      status_url: config.statusUrl ?? null,
      sentry_dsn: config.sentryDsn ?? null,
      phone_log_in: context.sms.canSend,
      view_limit: settings.view_limit,
      download_limit: settings.download_limit,
    };
  });
}
