import type { FastifyInstance } from 'fastify';
import { imageEndpoints } from '#contract/endpoints/images.ts';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { delayEvent } from '#server/modules/catalogue/delay-event.ts';
import { handle } from '#server/platform/http/handle.ts';
import { getBatch, openBatch } from './batches.ts';
import { listCameras, setCameraOffset } from './cameras.ts';
import { openTray } from './doubtful-tray.ts';
import { importRunningOrder } from './import-running-order.ts';
import { toWireImportedRow } from './ingest.wire.ts';
import { listRunningOrder } from './list-running-order.ts';
import { moveImages } from './move-images.ts';
import { takeUploads } from './take-uploads.ts';

export function ingestRoutes(app: FastifyInstance, context: Context): void {
  takeUploads(app, context);

  handle(app, ingestEndpoints.openBatch, ({ body, actor }) =>
    openBatch(context, {
      eventId: body.event,
      albumId: body.album,
      totalFiles: body.total_files,
      openedBy: actor.userId,
    }),
  );

  handle(app, ingestEndpoints.getBatch, ({ params }) => getBatch(context.db, params.id));

  handle(app, ingestEndpoints.listRunningOrder, ({ params }) => listRunningOrder(context.db, params.id));

  handle(app, ingestEndpoints.importRunningOrder, async ({ params, body, actor }) => {
    const file = { eventId: params.id, ...body };
    const { rows, errors, isWritten } = await inTransaction(context, (tx) =>
      importRunningOrder(tx, actor, file),
    );
    return { rows: rows.map(toWireImportedRow), errors, written: isWritten };
  });

  handle(app, ingestEndpoints.delayEvent, async ({ params, body, actor }) => ({
    shifted_albums: await inTransaction(context, (tx) =>
      delayEvent(tx, actor, { eventId: params.id, ...body }),
    ),
  }));

  handle(app, ingestEndpoints.listCameras, ({ params }) => listCameras(context.db, params.id));

  handle(app, ingestEndpoints.setCameraOffset, ({ params, body, actor }) =>
    setCameraOffset(context, {
      eventId: params.id,
      serial: params.serial,
      offsetSeconds: body.offset_seconds,
      actorId: actor.userId,
    }),
  );

  handle(app, ingestEndpoints.listDoubtful, ({ params, actor }) =>
    openTray(context, params.id, actor.userId),
  );

  handle(app, imageEndpoints.moveImages, async ({ body, actor }) => ({
    moved: await moveImages(context, {
      albumId: body.albumId,
      imageIds: body.images,
      actorId: actor.userId,
    }),
  }));
}
