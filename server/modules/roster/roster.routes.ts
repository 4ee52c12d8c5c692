import type { FastifyInstance } from 'fastify';
import { rosterEndpoints } from '#contract/endpoints/roster.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { assignPhotographer, listEventPhotographers, unassignPhotographer } from './event-photographers.ts';
import { addPhotographer, changePhotographer, linkCreditedName, listPhotographers } from './roster.ts';

export function rosterRoutes(app: FastifyInstance, context: Context): void {
  handle(app, rosterEndpoints.listPhotographers, () => listPhotographers(context));
  handle(app, rosterEndpoints.addPhotographer, ({ actor, body }) =>
    inTransaction(context, (tx) => addPhotographer(tx, actor, body)),
  );
  handle(app, rosterEndpoints.changePhotographer, ({ actor, params, body }) =>
    inTransaction(context, (tx) =>
      changePhotographer(tx, actor, { photographerId: params.id, change: body }),
    ),
  );
  handle(app, rosterEndpoints.linkCreditedName, ({ actor, params, body }) =>
    inTransaction(context, (tx) => linkCreditedName(tx, actor, { photographerId: params.id, ...body })),
  );
  handle(app, rosterEndpoints.listEventPhotographers, ({ params }) =>
    listEventPhotographers(context, params.id),
  );
  handle(app, rosterEndpoints.assignPhotographer, ({ actor, params, body }) =>
    inTransaction(context, (tx) =>
      assignPhotographer(tx, actor, {
        eventId: params.id,
        photographerId: params.photographer,
        change: body,
      }),
    ),
  );
  handle(app, rosterEndpoints.unassignPhotographer, ({ actor, params }) =>
    inTransaction(context, (tx) =>
      unassignPhotographer(tx, actor, { eventId: params.id, photographerId: params.photographer }),
    ),
  );
}
