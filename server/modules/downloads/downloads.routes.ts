import type { FastifyInstance } from 'fastify';
import { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { readOfBuyer } from '#server/modules/accounts/customer-access.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { checkVerification } from '#server/platform/http/access.ts';
import { handle, handleRaw } from '#server/platform/http/handle.ts';
import {
  listMyDownloads,
  resetChosenDownloads,
  resetDownloads,
  toWireAllowance,
  toWireRequested,
} from './my-downloads.ts';
import { findZipState } from './plan-zip.ts';
import { reprocessAlbum, requestDownload } from './request-download.ts';
import { openZip } from './send-zip.ts';

export function downloadRoutes(app: FastifyInstance, context: Context): void {
  handle(app, downloadEndpoints.myDownloads, async ({ actor }) => {
    const mine = await listMyDownloads(context, actor.userId);
    if (mine.albums.length + mine.photos.length > 0) checkVerification(actor);
    return mine;
  });
  handle(app, downloadEndpoints.downloadAlbum, async ({ actor, params, reply }) => {
    const requested = await requestDownload(context, actor, params.id);
    if (!requested.isReady) reply.code(202);
    return toWireRequested(requested);
  });
  handleRaw(app, downloadEndpoints.albumZip, ({ params, raw }) =>
    openZip(context, (params as { token: string }).token, raw),
  );
  handle(app, downloadEndpoints.resetDownloads, async ({ actor, params }) => {
    const right = await inTransaction(context, (tx) => resetDownloads(tx, actor, params.id));
    return toWireAllowance(right, (await getSettings(context)).download_limit);
  });
  handle(app, userAdministrationEndpoints.downloadsOfUser, async ({ actor, params }) => {
    await readOfBuyer(context, actor, { userId: params.id, part: 'downloads' });
    return (await listMyDownloads(context, params.id)).albums;
  });
  handle(app, userAdministrationEndpoints.resetChosenDownloads, ({ actor, params, body }) =>
    inTransaction(context, (tx) =>
      resetChosenDownloads(tx, actor, { userId: params.id, entitlementIds: body.ids }),
    ),
  );
  handle(app, albumAdministrationEndpoints.albumZipState, ({ params }) => findZipState(context, params.id));
  handle(app, downloadEndpoints.reprocessAlbumZip, async ({ actor, body }) => {
    await inTransaction(context, (tx) => reprocessAlbum(tx, actor, body.albumId));
    return { ok: true } as const;
  });
}
