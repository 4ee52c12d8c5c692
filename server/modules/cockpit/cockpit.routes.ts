import type { FastifyInstance } from 'fastify';
import { type Cockpit, cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import type { Context } from '#server/context.ts';
import { followEventLink } from '#server/modules/event-links/follow-link.ts';
import { createVersionedAnswers } from '#server/platform/http/etags.ts';
import { handle } from '#server/platform/http/handle.ts';
import { showCockpit } from './open-cockpit.ts';

export function cockpitRoutes(app: FastifyInstance, context: Context): void {
  // Many pages can watch the same event, so its figures are computed at most once every two seconds.
  const cockpits = createVersionedAnswers<Cockpit>(context);

  handle(app, cockpitEndpoints.showEventSales, ({ params }) => showCockpit(context, params.id));
  handle(app, cockpitEndpoints.openCockpit, async ({ body }) => {
    const { eventId } = await followEventLink(context, 'producer', body.token);
    const { version, answer } = await cockpits.get(eventId, () => showCockpit(context, eventId));
    return { version, cockpit: version === body.version ? null : answer };
  });
}
