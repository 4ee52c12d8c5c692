import type { FastifyInstance } from 'fastify';
import { wallEndpoints } from '#contract/endpoints/wall.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { followEventLink } from '#server/modules/event-links/follow-link.ts';
import type { ServeContext } from '#server/modules/images/serve-images.ts';
import { createVersionedAnswers } from '#server/platform/http/etags.ts';
import { handle, handleRaw } from '#server/platform/http/handle.ts';
import { issuePictureToken } from '#server/platform/link-picture-token.ts';
import { showWall } from './open-wall.ts';
import { serveWallPicture } from './serve-wall-picture.ts';
import { getWallSettings, setWallConsent, switchWall } from './wall-settings.ts';

export function wallRoutes(app: FastifyInstance, context: Context & ServeContext): void {
  const walls = createVersionedAnswers<Awaited<ReturnType<typeof showWall>>>(context);

  handle(app, wallEndpoints.openWall, async ({ body }) => {
    const { id: linkId, eventId } = await followEventLink(context, 'wall', body.token);
    const { version, answer } = await walls.get(eventId, () => showWall(context, eventId));
    const auth = issuePictureToken(context, { kind: 'wall', linkId });
    return { version, auth, wall: version === body.version ? null : answer };
  });
  handleRaw(app, wallEndpoints.wallPicture, ({ params, query }) => {
    const { name } = params as { name: string };
    const { auth = '' } = query as { auth?: string | string[] };
    return serveWallPicture(context, name, String(auth));
  });
  handle(app, wallEndpoints.getWallSettings, ({ params }) => getWallSettings(context, params.id));
  handle(app, wallEndpoints.switchWall, ({ actor, params, body }) =>
    inTransaction(context, (tx) => switchWall(tx, actor, { eventId: params.id, isOn: body.is_on })),
  );
  handle(app, wallEndpoints.setWallConsent, ({ actor, params, body }) =>
    inTransaction(context, (tx) => setWallConsent(tx, actor, { eventId: params.id, ...body })),
  );
}
