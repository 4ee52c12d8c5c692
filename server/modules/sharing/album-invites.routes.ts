import type { FastifyInstance } from 'fastify';
import { arrivingEndpoints } from '#contract/endpoints/arriving.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { type Context, inTransaction } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { handle } from '#server/platform/http/handle.ts';
import {
  inviteToAlbum,
  listInvitesToAlbum,
  openAlbumInvite,
  revokeAlbumInvite,
  visitAlbum,
  visitAlbumInvite,
} from './album-invites.ts';
import { toWireAlbumInvite } from './invites.wire.ts';

export function albumInviteRoutes(app: FastifyInstance, context: Context, purchases: Purchases): void {
  handle(app, inviteEndpoints.listAlbumInvites, async ({ actor, params }) =>
    (await listInvitesToAlbum(context, actor, params.id)).map(toWireAlbumInvite),
  );
  handle(app, inviteEndpoints.inviteToAlbum, async ({ actor, body, uncount }) => {
    const invitation = { albumId: body.albumId, albumUuid: body.albumUUID, email: body.email };
    const { invite, isSent } = await inTransaction(context, (tx) => inviteToAlbum(tx, actor, invitation));
    if (!isSent) uncount();
    return toWireAlbumInvite(invite);
  });
  handle(app, inviteEndpoints.openAlbumInvite, ({ actor, body }) =>
    inTransaction(context, (tx) => openAlbumInvite({ ...tx, purchases }, actor, body.invite)),
  );
  handle(app, arrivingEndpoints.visitAlbumInvite, ({ body }) => visitAlbumInvite(context, body.invite));
  handle(app, arrivingEndpoints.visitAlbum, ({ params }) => visitAlbum(context, params.id));
  handle(app, inviteEndpoints.revokeAlbumInvite, async ({ actor, params }) => {
    await inTransaction(context, (tx) => revokeAlbumInvite(tx, actor, params.id));
    return { ok: true } as const;
  });
}
