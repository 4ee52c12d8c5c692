import type { FastifyInstance } from 'fastify';
import { photoLinkEndpoints } from '#contract/endpoints/photo-links.ts';
import { type Context, inTransaction } from '#server/context.ts';
import type { ServeContext } from '#server/modules/images/serve-images.ts';
import { handle, handleRaw } from '#server/platform/http/handle.ts';
import { endPhotoLink, listPhotoLinks, makePhotoLink, openPhotoLink, serveShared } from './photo-links.ts';

export function photoLinkRoutes(app: FastifyInstance, context: Context & ServeContext): void {
  handle(app, photoLinkEndpoints.makePhotoLink, ({ actor, body }) =>
    inTransaction(context, (tx) => makePhotoLink(tx, actor, body)),
  );
  handle(app, photoLinkEndpoints.myPhotoLinks, ({ actor }) => listPhotoLinks(context, actor, actor.userId));
  handle(app, photoLinkEndpoints.endPhotoLink, ({ actor, params }) =>
    inTransaction(context, (tx) => endPhotoLink(tx, actor, { linkId: params.id, userId: actor.userId })),
  );
  handle(app, photoLinkEndpoints.photoLinksOfUser, ({ actor, params }) =>
    listPhotoLinks(context, actor, params.id),
  );
  handle(app, photoLinkEndpoints.endPhotoLinkOfUser, ({ actor, params }) =>
    inTransaction(context, (tx) =>
      endPhotoLink(tx, actor, { linkId: params.link, userId: params.id, asStaff: true }),
    ),
  );
  handle(app, photoLinkEndpoints.openPhotoLink, ({ body }) => openPhotoLink(context, body.token));
  handleRaw(app, photoLinkEndpoints.sharedImage, ({ params, query }) => {
    const { name } = params as { name: string };
    const { auth = '' } = query as { auth?: string | string[] };
    return serveShared(context, name, String(auth));
  });
}
