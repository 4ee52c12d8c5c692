import type { ResponseOf } from '#contract/endpoint.ts';
import type { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import type { Context } from '#server/context.ts';
import { findEventFacts } from '#server/modules/catalogue/events.ts';
import { toWireImage } from '#server/modules/images/album-images.ts';
import { listUnfiled } from '#server/modules/images/image-records.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { fileByTime, loadFilingPlan } from './filing.ts';

type Tray = ResponseOf<typeof ingestEndpoints.listUnsorted>;

const MAX_IMAGES = 2_000;
const TOKEN_MINUTES = 30;

/** Suggests albums from the schedule as it is now, which may differ from when the photo was filed. */
export async function openTray(
  context: Pick<Context, 'db' | 'clock' | 'imageKeys'>,
  actor: Actor,
  eventId: number,
): Promise<Tray> {
  const event = await findEventFacts(context.db, eventId);
  if (!event) throw new AppError('not_found');
  const plan = await loadFilingPlan(context.db, eventId);
  const images = await listUnfiled(context.db, eventId, MAX_IMAGES);
  const grant = { folderUuid: event.trayUuid, userId: actor.userId, scope: { kind: 'previews' } } as const;
  return {
    tray_uuid: event.trayUuid,
    temp_jwt: issueImageToken(context, grant, TOKEN_MINUTES),
    images: images.map((image) => {
      const suggestedMs = (plan.held.get(image.cameraSerial ?? '') ?? 0) * 1000;
      const takenAtMs = image.capturedAt === null ? null : Date.parse(image.capturedAt) + suggestedMs;
      const { albumId, candidates } = fileByTime(plan.slots, takenAtMs);
      return {
        ...toWireImage(image),
        file_name: image.fileName,
        camera_serial: image.cameraSerial,
        photographer: image.photographer,
        doubt: (image.doubt ?? 'no_schedule') as Tray['images'][number]['doubt'],
        candidates: albumId === null || suggestedMs === 0 ? candidates : [albumId],
      };
    }),
  };
}
