import type { FastifyInstance } from 'fastify';
import { favoriteEndpoints, foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { readOf } from '#server/modules/accounts/customer-access.ts';
import { listAlbumImages } from '#server/modules/images/album-images.ts';
import { handle } from '#server/platform/http/handle.ts';
import { toColumns } from '#server/platform/http/wire-names.ts';
import { allowMore, resetPreviewQuota, showPreviewQuota } from './allow-more.ts';
import { changeFavorites, type OfFavorites } from './favorites.ts';
import { findAlbum } from './find-album.ts';
import { listAllAlbumsOf, listMyAlbums } from './my-albums.ts';
import { resetAllViews, resetChosenViews, resetViews } from './reset-views.ts';
import { startAtAlbum } from './start-at-album.ts';
import { addSubscription, chooseTeamAlerts, removeSubscription } from './team-subscriptions.ts';
import { viewAlbum } from './view-album.ts';

export function foundAlbumRoutes(app: FastifyInstance, context: Context, ofOthers: OfFavorites): void {
  const { purchases } = ofOthers;
  const inShop = { ...context, purchases };
  handle(app, favoriteEndpoints.changeFavorites, ({ actor, body }) =>
    inTransaction(context, (tx) => changeFavorites({ ...tx, ...ofOthers }, actor, body)),
  );
  handle(app, foundAlbumEndpoints.myAlbums, ({ actor, query }) => listMyAlbums(inShop, actor.userId, query));
  handle(app, foundAlbumEndpoints.findAlbum, ({ actor, body }) => {
    const wanted = { albumId: body.album, eventId: body.event };
    return inTransaction(context, (tx) => findAlbum({ ...tx, purchases }, actor, wanted));
  });
  handle(app, foundAlbumEndpoints.viewAlbum, async ({ actor, params, query }) => {
    const wanted = { foundId: params.id, resume: query.resume === 'true' };
    const viewed = await inTransaction(context, (tx) => viewAlbum({ ...tx, purchases }, actor, wanted));
    return { ...viewed, images: await listAlbumImages(context, viewed.album.id) };
  });
  handle(app, foundAlbumEndpoints.startAtAlbum, async ({ actor }) => ({
    album: await inTransaction(context, (tx) => startAtAlbum(tx, actor)),
  }));
  handle(app, foundAlbumEndpoints.resetViews, ({ actor, params }) =>
    inTransaction(context, (tx) => resetViews({ ...tx, purchases }, actor, params.id)),
  );
  handle(app, userAdministrationEndpoints.foundAlbumsOfUser, async ({ actor, params }) => {
    await readOf(context, actor, { userId: params.id, part: 'found albums' });
    return listAllAlbumsOf(inShop, params.id);
  });
  handle(app, userAdministrationEndpoints.resetAllViews, async ({ actor, params }) => ({
    reset: await inTransaction(context, (tx) => resetAllViews(tx, actor, params.id)),
  }));
  handle(app, userAdministrationEndpoints.resetChosenViews, ({ actor, params, body }) =>
    inTransaction(context, (tx) => resetChosenViews(tx, actor, { userId: params.id, foundIds: body.ids })),
  );
  handle(app, userAdministrationEndpoints.previewQuota, ({ actor, params }) =>
    showPreviewQuota({ ...context, purchases }, actor, params.id),
  );
  handle(app, userAdministrationEndpoints.allowMore, ({ actor, params, body }) => {
    const more = { userId: params.id, ...toColumns(body) };
    return inTransaction(context, (tx) => allowMore({ ...tx, purchases }, actor, more));
  });
  handle(app, userAdministrationEndpoints.resetPreviewQuota, ({ actor, params }) =>
    inTransaction(context, (tx) => resetPreviewQuota({ ...tx, purchases }, actor, params.id)),
  );
  handle(app, foundAlbumEndpoints.addSubscription, ({ actor, body }) => {
    return inTransaction(context, (tx) => addSubscription(tx, actor, toColumns(body)));
  });
  handle(app, foundAlbumEndpoints.removeSubscription, ({ actor, body }) =>
    inTransaction(context, (tx) => removeSubscription(tx, actor, body.id)),
  );
  handle(app, foundAlbumEndpoints.chooseAlerts, ({ actor, params, body }) =>
    inTransaction(context, (tx) => chooseTeamAlerts(tx, actor, { teamId: params.id, choice: body })),
  );
}
