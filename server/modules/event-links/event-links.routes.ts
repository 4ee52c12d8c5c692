import type { FastifyInstance } from 'fastify';
import { cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import { passEndpoints } from '#contract/endpoints/passes.ts';
import type { eventLinkEndpoints } from '#contract/entities/event-link.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { endEventLink } from './end-link.ts';
import type { Kind } from './event-links.queries.ts';
import { makeEventLink } from './make-link.ts';
import { listEventLinks } from './show-links.ts';

export function eventLinkRoutes(app: FastifyInstance, context: Context): void {
  const { listCockpitLinks, makeCockpitLink, endCockpitLink } = cockpitEndpoints;
  const { listPasses, makePass, endPass } = passEndpoints;
  const calls: Record<Kind, LinkCalls> = {
    producer: { list: listCockpitLinks, make: makeCockpitLink, end: endCockpitLink },
    pass: { list: listPasses, make: makePass, end: endPass },
  };
  for (const [kind, ofKind] of Object.entries(calls)) serveLinks(app, context, kind as Kind, ofKind);
}

type LinkCalls = ReturnType<typeof eventLinkEndpoints>;

function serveLinks(
  app: FastifyInstance,
  context: Context,
  kind: Kind,
  { list, make, end }: LinkCalls,
): void {
  handle(app, list, ({ params }) => listEventLinks(context, kind, params.id));
  handle(app, make, ({ actor, params, body }) =>
    inTransaction(context, (tx) => makeEventLink(tx, actor, { ...body, kind, eventId: params.id })),
  );
  handle(app, end, ({ actor, params }) =>
    inTransaction(context, (tx) => endEventLink(tx, actor, { kind, linkId: params.id })),
  );
}
