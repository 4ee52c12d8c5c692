import type { FastifyInstance } from 'fastify';
import { cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import type { Context } from '#server/context.ts';
import { createKeptAnswers } from '#server/modules/catalogue/kept-answers.ts';
import { followEventLink } from '#server/modules/event-links/follow-link.ts';
import { handle } from '#server/platform/http/handle.ts';
import { answerNewer } from '#server/platform/http/json-text.ts';
import { showCockpit } from './open-cockpit.ts';

export function cockpitRoutes(app: FastifyInstance, context: Context): void {
  // Many pages can watch the same event, so its figures are computed at most once every two seconds.
  const keep = createKeptAnswers(() => context.clock.now().getTime());

  handle(app, cockpitEndpoints.showEventSales, ({ params }) => showCockpit(context, params.id));
  handle(app, cockpitEndpoints.openCockpit, async ({ body }) => {
    const { eventId } = await followEventLink(context, 'producer', body.token);
    const answer = await keep(String(eventId), () => showCockpit(context, eventId));
    return answerNewer(answer, body.version, { name: 'cockpit' });
  });
}
