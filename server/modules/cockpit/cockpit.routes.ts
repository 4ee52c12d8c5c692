import type { FastifyInstance } from 'fastify';
import { cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import type { Context } from '#server/context.ts';
import { createKeptAnswers } from '#server/modules/catalogue/kept-answers.ts';
import { followEventLink } from '#server/modules/event-links/follow-link.ts';
import { handle } from '#server/platform/http/handle.ts';
import { JsonText } from '#server/platform/http/json-text.ts';
import { showCockpit } from './open-cockpit.ts';

export function cockpitRoutes(app: FastifyInstance, context: Context): void {
  // Many pages can watch the same event, so its figures are computed at most once every two seconds.
  const keep = createKeptAnswers(() => context.clock.now().getTime());

  handle(app, cockpitEndpoints.openCockpit, async ({ body }) => {
    const { eventId } = await followEventLink(context, 'producer', body.token);
    const { text, etag = '' } = await keep(String(eventId), () => showCockpit(context, eventId));
    const version = etag.replaceAll('"', '');
    const cockpit = version === body.version ? 'null' : text;
    return new JsonText(`{"version":${JSON.stringify(version)},"cockpit":${cockpit}}`);
  });
}
