import type { FastifyInstance } from 'fastify';
import { cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { createKeptAnswers } from '#server/modules/catalogue/kept-answers.ts';
import { handle } from '#server/platform/http/handle.ts';
import { JsonText } from '#server/platform/http/json-text.ts';
import { endLink } from './end-link.ts';
import { makeLink } from './make-link.ts';
import { followLink, showCockpit } from './open-cockpit.ts';
import { listLinks } from './show-links.ts';

export function cockpitRoutes(app: FastifyInstance, context: Context): void {
  // Many pages can watch the same event, so its figures are computed at most once every two seconds.
  const keep = createKeptAnswers(() => context.clock.now().getTime());

  handle(app, cockpitEndpoints.openCockpit, async ({ body }) => {
    const eventId = await followLink(context, body.token);
    const { text, etag = '' } = await keep(String(eventId), () => showCockpit(context, eventId));
    const version = etag.replaceAll('"', '');
    const cockpit = version === body.version ? 'null' : text;
    return new JsonText(`{"version":${JSON.stringify(version)},"cockpit":${cockpit}}`);
  });
  handle(app, cockpitEndpoints.listCockpitLinks, ({ params }) => listLinks(context, params.id));
  handle(app, cockpitEndpoints.makeCockpitLink, ({ actor, params, body }) =>
    inTransaction(context, (tx) => makeLink(tx, actor, { ...body, eventId: params.id })),
  );
  handle(app, cockpitEndpoints.endCockpitLink, ({ actor, params }) =>
    inTransaction(context, (tx) => endLink(tx, actor, params.id)),
  );
}
