import type { FastifyInstance } from 'fastify';
import { cullingEndpoints } from '#contract/endpoints/culling.ts';
import type { Context } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { cullPhotos } from './cull-photos.ts';
import { listPhotoActions, listPhotos } from './culling-lists.ts';
import { undoPhotoAction } from './undo-photo-action.ts';

export function cullingRoutes(app: FastifyInstance, context: Context): void {
  handle(app, cullingEndpoints.listCulledPhotos, ({ actor, params }) =>
    listPhotos(context, actor, params.id),
  );
  handle(app, cullingEndpoints.cullPhotos, ({ actor, params, body }) =>
    cullPhotos(context, actor, { ...body, albumId: params.id }),
  );
  handle(app, cullingEndpoints.listPhotoActions, ({ actor, params }) =>
    listPhotoActions(context, actor, params.id),
  );
  handle(app, cullingEndpoints.undoPhotoAction, ({ actor, params }) =>
    undoPhotoAction(context, actor, params.key),
  );
}
