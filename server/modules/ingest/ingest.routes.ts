import type { FastifyInstance } from 'fastify';
import { cullingEndpoints } from '#contract/endpoints/culling.ts';
import { imageEndpoints } from '#contract/endpoints/images.ts';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { passEndpoints } from '#contract/endpoints/passes.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { getEvent } from '#server/modules/catalogue/browse-albums.ts';
import { delayEvent } from '#server/modules/catalogue/edit-album.ts';
import { listPerformances } from '#server/modules/catalogue/schedule.ts';
import { resolvePass } from '#server/modules/event-links/passes.ts';
import { handle } from '#server/platform/http/handle.ts';
import { toWire } from '#server/platform/http/wire-names.ts';
import { getBatch, getBatchOfPass, openBatch, openBatchOfPass } from './batches.ts';
import { listCameras, setCameraOffset } from './cameras.ts';
import { listClockHints } from './clock-hints.ts';
import { cullPhotos } from './cull-photos.ts';
import { listPhotoActions, listPhotos } from './culling-lists.ts';
import { importRunningOrder, toWireImport } from './import-running-order.ts';
import { moveImages } from './move-images.ts';
import { MAX_ROWS } from './running-order.rules.ts';
import { undoPhotoAction } from './undo-photo-action.ts';
import { openTray } from './unsorted-tray.ts';
import { takeUploads } from './uploads/take-uploads.ts';

export function ingestRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  takeUploads(app, context);

  handle(app, ingestEndpoints.openBatch, ({ body, actor }) => {
    const batch = { eventId: body.event, albumId: body.album, totalFiles: body.total_files };
    return openBatch(context, actor, batch);
  });
  handle(app, ingestEndpoints.getBatch, ({ params }) => getBatch(context, params.id));
  handle(app, passEndpoints.openPassBatch, async ({ body }) =>
    openBatchOfPass(context, await resolvePass(context, body.token), body.total_files),
  );
  handle(app, passEndpoints.getPassBatch, async ({ body }) =>
    getBatchOfPass(context, await resolvePass(context, body.token), body.batch),
  );
  handle(app, ingestEndpoints.listRunningOrder, async ({ params }) => {
    await getEvent(db, params.id);
    const performances = (await listPerformances(db, params.id)).slice(0, MAX_ROWS);
    return performances.map(({ id: album, identifier: _, ...line }) => ({ album, ...toWire(line) }));
  });
  handle(app, ingestEndpoints.importRunningOrder, async ({ params, body, actor }) => {
    const { good_lines_only: goodLinesOnly = false, csv, commit, columns } = body;
    const file = { eventId: params.id, csv, commit, columns, goodLinesOnly };
    return toWireImport(await inTransaction(context, (tx) => importRunningOrder(tx, actor, file)));
  });
  handle(app, ingestEndpoints.delayEvent, ({ params, body, actor }) =>
    inTransaction(context, (tx) => delayEvent(tx, actor, { eventId: params.id, ...body })),
  );
  handle(app, ingestEndpoints.listCameras, async ({ params }) =>
    (await listCameras(db, params.id)).map(toWire),
  );
  handle(app, ingestEndpoints.listClockHints, ({ params }) => listClockHints(db, params.id));
  handle(app, ingestEndpoints.setCameraOffset, async ({ params, body, actor }) => {
    const { offset_seconds: offsetSeconds, version } = body;
    const change = { eventId: params.id, serial: params.serial, offsetSeconds, version };
    return toWire(await inTransaction(context, (tx) => setCameraOffset(tx, actor, change)));
  });
  handle(app, ingestEndpoints.listUnsorted, ({ params, actor }) => openTray(context, actor, params.id));
  handle(app, imageEndpoints.moveImages, async ({ body, actor }) => ({
    moved: await moveImages(context, actor, { albumId: body.albumId, imageIds: body.images }),
  }));

  handle(app, cullingEndpoints.listCulledPhotos, ({ actor, params }) =>
    listPhotos(context, actor, params.id),
  );
  handle(app, cullingEndpoints.cullPhotos, ({ actor, params, body }) =>
    cullPhotos(context, actor, { ...body, albumId: params.id }),
  );
  handle(app, cullingEndpoints.listPhotoActions, ({ actor, params }) =>
    listPhotoActions(context, actor, params.id),
  );
  handle(app, cullingEndpoints.undoPhotoAction, ({ actor, params }) =>
    undoPhotoAction(context, actor, params.key),
  );
}
