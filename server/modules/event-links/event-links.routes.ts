import type { FastifyInstance } from 'fastify';
import { cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import { passEndpoints } from '#contract/endpoints/passes.ts';
import { wallEndpoints } from '#contract/endpoints/wall.ts';
import type { EventLinkKind, eventLinkEndpoints } from '#contract/entities/event-link.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { endEventLink } from './end-link.ts';
import { makeEventLink } from './make-link.ts';
import { listEventLinks } from './show-links.ts';

export function eventLinkRoutes(app: FastifyInstance, context: Context): void {
  const { listCockpitLinks, makeCockpitLink, endCockpitLink } = cockpitEndpoints;
  const { listPasses, makePass, endPass } = passEndpoints;
  const { listWallLinks, makeWallLink, endWallLink } = wallEndpoints;
  const calls: Record<EventLinkKind, LinkCalls> = {
    producer: { list: listCockpitLinks, make: makeCockpitLink, end: endCockpitLink },
    pass: { list: listPasses, make: makePass, end: endPass },
    wall: { list: listWallLinks, make: makeWallLink, end: endWallLink },
  };
  for (const [kind, ofKind] of Object.entries(calls)) serveLinks(app, context, kind as EventLinkKind, ofKind);
}

type LinkCalls = ReturnType<typeof eventLinkEndpoints>;

function serveLinks(
  app: FastifyInstance,
  context: Context,
  kind: EventLinkKind,
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
