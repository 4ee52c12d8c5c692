import type { FastifyInstance } from 'fastify';
import { moderationEndpoints } from '#contract/endpoints/moderation.ts';
import { safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import { type Context, inTransaction } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { settleVisibility } from '#server/modules/images/derivatives-placement.ts';
import { recordListSeen } from '#server/platform/audit/audit.ts';
import { handle } from '#server/platform/http/handle.ts';
import { orderRows } from '#server/platform/lists/order-rows.ts';
import { acknowledgeReport, acknowledgeReports, reopenReports } from './decide-reports.ts';
import {
  decideForcedCover,
  isNeverShown,
  neverShow,
  reviewForcedCovers,
  showAgain,
} from './forced-covers.ts';
import { listReportedImages, listReports, reportPhoto, showReports, toWireReport } from './reports.ts';

export function moderationRoutes(app: FastifyInstance, context: Context, purchases: Purchases): void {
  handle(app, moderationEndpoints.reportPhoto, async ({ actor, body, request }) => {
    const { image, album, event, user, ...rest } = body;
    const report = { imageId: image, albumId: album, eventId: event, userId: user, ...rest, ip: request.ip };
    const row = await inTransaction(context, (tx) => reportPhoto({ ...tx, purchases }, actor, report));
    if (body.type === 'privacy' && !row.staffFirst) await settleVisibility(context, image);
    return toWireReport(row);
  });

  handle(app, moderationEndpoints.listMyReports, async ({ actor, query }) => {
    const reported = await listReportedImages(context.db, { userId: actor.userId, albumId: query.album });
    return reported.map(({ imageId }) => ({ image: imageId }));
  });

  handle(app, moderationEndpoints.listReportedPhotos, async ({ actor, query }) => {
    const isSettled = query.ack_ne === undefined ? undefined : query.ack_ne === 'false';
    const reports = await showReports(context, actor, await listReports(context.db, { isSettled }));
    await recordListSeen(context.db, actor, 'reported photos', reports.length);
    return orderRows(reports, query);
  });

  handle(app, moderationEndpoints.acknowledgeReport, async ({ actor, body }) => {
    const decision = { imageId: body.image, removed: body.removed };
    const reports = await inTransaction(context, (tx) => acknowledgeReport(tx, actor, decision));
    await settleVisibility(context, body.image);
    return showReports(context, actor, reports);
  });

  handle(app, moderationEndpoints.acknowledgeReports, ({ actor, body }) =>
    acknowledgeReports(context, actor, { imageIds: body.images, removed: body.removed }),
  );

  handle(app, moderationEndpoints.reopenReports, ({ actor, body }) =>
    reopenReports(context, actor, body.images),
  );

  handle(app, safeShareEndpoints.neverShow, ({ actor, params, body }) =>
    inTransaction(context, (tx) => neverShow({ ...tx, purchases }, actor, { imageId: params.id, ...body })),
  );
  handle(app, safeShareEndpoints.isNeverShown, ({ actor, params }) =>
    isNeverShown(context, actor, params.id),
  );
  handle(app, safeShareEndpoints.showAgain, ({ actor, params }) =>
    inTransaction(context, (tx) => showAgain(tx, actor, params.id)),
  );
  handle(app, safeShareEndpoints.listForcedCovers, async ({ actor }) => {
    const covers = await reviewForcedCovers(context, actor);
    await recordListSeen(context.db, actor, 'never-show requests', covers.length);
    return covers;
  });
  handle(app, safeShareEndpoints.decideForcedCover, ({ actor, body }) =>
    inTransaction(context, (tx) => decideForcedCover(tx, actor, body)),
  );
}
