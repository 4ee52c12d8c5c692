import type { FastifyInstance } from 'fastify';
import { wallEndpoints } from '#contract/endpoints/wall.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { createKeptAnswers } from '#server/modules/catalogue/kept-answers.ts';
import { followEventLink } from '#server/modules/event-links/follow-link.ts';
import type { ServeContext } from '#server/modules/images/serve-images.ts';
import { handle, handleRaw } from '#server/platform/http/handle.ts';
import { answerNewer } from '#server/platform/http/json-text.ts';
import { issuePictureToken } from '#server/platform/link-picture-token.ts';
import { showWall } from './open-wall.ts';
import { serveWallPicture } from './serve-wall-picture.ts';
import { getWallSettings, setWallConsent, switchWall } from './wall-settings.ts';

export function wallRoutes(app: FastifyInstance, context: Context & ServeContext): void {
  const keep = createKeptAnswers(() => context.clock.now().getTime());

  handle(app, wallEndpoints.openWall, async ({ body }) => {
    const { id: linkId, eventId } = await followEventLink(context, 'wall', body.token);
    const answer = await keep(String(eventId), () => showWall(context, eventId));
    const auth = issuePictureToken(context, { kind: 'wall', linkId });
    return answerNewer(answer, body.version, { name: 'wall', others: { auth } });
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
