import type { FastifyInstance } from 'fastify';
import { siteEndpoints } from '#contract/endpoints/site.ts';
import type { Context } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';

export function siteRoutes(app: FastifyInstance, { config }: Pick<Context, 'config'>, version: string): void {
  handle(app, siteEndpoints.getSite, async () => ({
    version,
    status_url: config.statusUrl ?? null,
    sentry_dsn: config.sentryDsn ?? null,
  }));
}
