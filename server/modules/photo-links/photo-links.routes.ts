import type { FastifyInstance } from 'fastify';
import { photoLinkEndpoints } from '#contract/endpoints/photo-links.ts';
import { type Context, inTransaction } from '#server/context.ts';
import type { ServeContext } from '#server/modules/images/serve-images.ts';
import { handle, handleRaw } from '#server/platform/http/handle.ts';
import { endPhotoLink } from './end-link.ts';
import { listPhotoLinks } from './list-links.ts';
import { makePhotoLink } from './make-link.ts';
import { openPhotoLink } from './open-link.ts';
import { serveShared } from './serve-shared.ts';

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
  handleRaw(app, photoLinkEndpoints.sharedPicture, ({ params, query }) => {
    const { name } = params as { name: string };
    const { auth = '' } = query as { auth?: string | string[] };
    return serveShared(context, name, String(auth));
  });
}
