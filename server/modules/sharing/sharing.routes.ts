import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { arrivingEndpoints } from '#contract/endpoints/arriving.ts';
import { type Invite, inviteEndpoints } from '#contract/endpoints/invites.ts';
import { linkPreviewEndpoints, photoLinkEndpoints } from '#contract/endpoints/photo-links.ts';
import { safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import { type Context, inTransaction } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import {
  openSponsorFrame,
  readSponsorPicture,
  setSponsorFrame,
} from '#server/modules/catalogue/sponsor-frames.ts';
import type { ServeContext } from '#server/modules/images/serve-images.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { createCache } from '#server/platform/database/cache.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { handle, handleRaw, handleStream } from '#server/platform/http/handle.ts';
import { wholeFile } from '#server/platform/http/send-bytes.ts';
import { i18nFor } from '#server/platform/languages/i18n.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import {
  type AlbumInviteRow,
  inviteToAlbum,
  listInvitesToAlbum,
  openAlbumInvite,
  revokeAlbumInvite,
  visitAlbum,
  visitAlbumInvite,
} from './album-invites.ts';
import { drawLinkImage } from './draw-link-image.ts';
import { MAX_TIMES_SENT, RESEND_MINUTES } from './invites.ts';
import { describeLink } from './link-previews.ts';
import { inviteToOrder, listInvitesToOrder, type OrderInvite, revokeOrderInvite } from './order-invites.ts';
import {
  countOpening,
  endPhotoLink,
  listPhotoLinks,
  makePhotoLink,
  openPhotoLink,
  serveShared,
} from './photo-links.ts';
import { getSafePhoto, orderSafeCopy } from './safe-share.ts';

export function sharingRoutes(
  app: FastifyInstance,
  context: Context & ServeContext,
  purchases: Purchases,
): void {
  albumInviteRoutes(app, context, purchases);
  orderInviteRoutes(app, context);
  photoLinkRoutes(app, context);
  safeShareRoutes(app, context);
  linkPreviewRoutes(app, context);
}

function albumInviteRoutes(app: FastifyInstance, context: Context, purchases: Purchases): void {
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

function orderInviteRoutes(app: FastifyInstance, context: Context): void {
  handle(app, inviteEndpoints.listOrderInvites, async ({ actor, params }) =>
    (await listInvitesToOrder(context, actor, params.id)).map(toWireOrderInvite),
  );
  handle(app, inviteEndpoints.inviteToOrder, async ({ actor, body, uncount }) => {
    const invitation = { orderId: body.orderId, orderKey: body.order_key, email: body.invited_email };
    const { invite, isSent } = await inTransaction(context, (tx) => inviteToOrder(tx, actor, invitation));
    if (!isSent) uncount();
    return toWireOrderInvite(invite);
  });
  handle(app, inviteEndpoints.revokeOrderInvite, async ({ actor, params }) => {
    await inTransaction(context, (tx) => revokeOrderInvite(tx, actor, params.id));
    return { ok: true } as const;
  });
}

function photoLinkRoutes(app: FastifyInstance, context: Context & ServeContext): void {
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
  handle(app, photoLinkEndpoints.countOpening, async ({ body }) => {
    await countOpening(context, body.token);
    return { ok: true } as const;
  });
  handleRaw(app, photoLinkEndpoints.sharedImage, ({ params, query }) => {
    const { name } = params as { name: string };
    const { auth = '' } = query as { auth?: string | string[] };
    return serveShared(context, name, String(auth));
  });
}

function safeShareRoutes(app: FastifyInstance, context: Context & ServeContext): void {
  handle(app, safeShareEndpoints.getSafePhoto, ({ actor, params }) =>
    getSafePhoto(context, actor, params.id),
  );
  handleStream(app, safeShareEndpoints.makeSafeCopy, async ({ actor, params, body }) => ({
    fileName: `photo-${params.id}.jpg`,
    type: 'image/jpeg',
    content: Readable.from([await orderSafeCopy(context, actor, { imageId: params.id, ...body })]),
  }));
  handle(app, safeShareEndpoints.setSponsorFrame, async ({ actor, params, picture: file }) => {
    const picture = await readSponsorPicture(file);
    await inTransaction(context, (tx) => setSponsorFrame(tx, actor, { eventId: params.id, picture }));
  });
  handle(app, safeShareEndpoints.removeSponsorFrame, ({ actor, params }) =>
    inTransaction(context, (tx) => setSponsorFrame(tx, actor, { eventId: params.id, picture: null })),
  );
  handleRaw(app, safeShareEndpoints.getSponsorFrame, ({ params }) => openSponsorFrame(context.db, params));
}

/** A picture takes a tenth of a second to draw and has about 50 kB, so the latest ones are kept. */
const MAX_IMAGES = 200;
const TTL_MS = 60 * 60_000;
const CACHE_SECONDS = 3600;

function linkPreviewRoutes(app: FastifyInstance, context: Context): void {
  const pictures = createCache<string, Buffer>({
    max: MAX_IMAGES,
    ttlMs: TTL_MS,
    clock: context.clock,
  });

  handleRaw(app, linkPreviewEndpoints.linkImage, async ({ params, query }) => {
    const link = linkPreviewEndpoints.linkImage.params.safeParse(params);
    const asked = linkPreviewEndpoints.linkImage.query.safeParse(query);
    const i18n = i18nFor(asked.data?.language);
    const facts = link.success && (await describeLink(context, i18n, link.data));
    if (!facts) throw new AppError('not_found');
    const { site_name: siteName } = await getSettings(context);
    // The text is the key, so a new price or name makes a new picture.
    const words = JSON.stringify({ ...facts, siteName });
    const content = await pictures.get(words, () => drawLinkImage(facts, siteName));
    return wholeFile(content, 'image/png', { 'cache-control': `public, max-age=${CACHE_SECONDS}` });
  });
}

const toWireOrderInvite = (invite: OrderInvite) => toWireInvite(invite, invite.hasJoined);
const toWireAlbumInvite = (row: AlbumInviteRow) => toWireInvite(row, row.joinedAt !== null);

function toWireInvite(row: OrderInvite | AlbumInviteRow, joined: boolean): Invite {
  const resendAt = minutesFrom(new Date(row.lastSentAt), RESEND_MINUTES).toISOString();
  return {
    id: row.id,
    invited_email: row.email,
    joined,
    revoked: row.revokedAt !== null,
    resend_at: joined || row.timesSent >= MAX_TIMES_SENT ? null : resendAt,
    created_at: toIso(row.createdAt),
  };
}
