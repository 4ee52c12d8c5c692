import type { FastifyInstance } from 'fastify';
import { favoriteEndpoints } from '#contract/endpoints/favorites.ts';
import { type Context, inTransaction } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { handle } from '#server/platform/http/handle.ts';
import { changeFavorites } from './change-favorites.ts';

export function favoriteRoutes(app: FastifyInstance, context: Context, purchases: Purchases): void {
  handle(app, favoriteEndpoints.changeFavorites, ({ actor, body }) =>
    inTransaction(context, (tx) => changeFavorites({ ...tx, purchases }, actor, body)),
  );
}
