import type { FastifyInstance } from 'fastify';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { type Context, inTransaction } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { limitGuesses } from '#server/modules/public-actions/limit-guesses.ts';
import { handle } from '#server/platform/http/handle.ts';
import { listInvitesToAlbum, revokeAlbumInvite } from './album-invites.ts';
import { inviteToAlbum } from './invite-to-album.ts';
import { openAlbumInvite } from './open-album-invite.ts';

export function albumInviteRoutes(app: FastifyInstance, context: Context, purchases: Purchases): void {
  handle(app, inviteEndpoints.listAlbumInvites, ({ actor, params }) =>
    listInvitesToAlbum(context, actor.userId, params.id),
  );
  handle(app, inviteEndpoints.inviteToAlbum, ({ actor, body }) => {
    const wish = { albumId: body.albumId, albumUuid: body.albumUUID, email: body.email };
    return inviteToAlbum(context, actor.userId, wish);
  });
  handle(app, inviteEndpoints.openAlbumInvite, ({ actor, body, request }) =>
    limitGuesses(context, request.ip, () =>
      inTransaction(context, (tx) => openAlbumInvite({ ...tx, purchases }, actor.userId, body.invite)),
    ),
  );
  handle(app, inviteEndpoints.revokeAlbumInvite, async ({ actor, params }) => {
    await inTransaction(context, (tx) => revokeAlbumInvite(tx, actor.userId, params.id));
    return { ok: true } as const;
  });
}
