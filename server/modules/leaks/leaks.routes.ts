import type { FastifyInstance } from 'fastify';
import { leakEndpoints } from '#contract/endpoints/leaks.ts';
import type { Context } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { listLeakSearches, showLeakSearch } from './show-leak-search.ts';
import { receiveImage, startLeakSearch } from './start-leak-search.ts';

export function leakRoutes(app: FastifyInstance, context: Context): void {
  handle(app, leakEndpoints.listLeakSearches, ({ actor }) => listLeakSearches(context, actor));
  handle(app, leakEndpoints.getLeakSearch, ({ actor, params }) => showLeakSearch(context, actor, params.id));
  handle(app, leakEndpoints.startLeakSearch, async ({ actor, body }) => {
    const { id } = await startLeakSearch(context, actor, body);
    return showLeakSearch(context, actor, id);
  });
  handle(app, leakEndpoints.sendLeakedImage, async ({ actor, params, query, picture }) => {
    await receiveImage(context, actor, { searchId: params.id, number: query.number, file: picture });
    return showLeakSearch(context, actor, params.id);
  });
}
