import type { ResponseOf } from '#contract/endpoint.ts';
import type { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import type { Context } from '#server/context.ts';
import { findEventFacts } from '#server/modules/catalogue/browse-events.ts';
import { issueImageToken } from '#server/modules/images/image-tokens.ts';
import { AppError } from '#server/platform/errors.ts';
import { toIsoOrNull } from '#server/platform/timestamps.ts';
import { fileByTime } from './filing.rules.ts';
import { loadFilingPlan } from './filing-plan.ts';
import { listUnfiled } from './ingest.queries.ts';

const MAX_IMAGES = 2_000;
const TOKEN_MINUTES = 30;

type Tray = ResponseOf<typeof ingestEndpoints.listDoubtful>;

/** Candidates follow from the schedule as it stands now. */
export async function openTray(context: Context, eventId: number, userId: number): Promise<Tray> {
  const event = await findEventFacts(context.db, eventId);
  if (!event) throw new AppError('not_found');
  const plan = await loadFilingPlan(context.db, eventId);
  const images = await listUnfiled(context.db, eventId, MAX_IMAGES);
  const grant = { folderUuid: event.trayUuid, userId, scope: { kind: 'previews' } } as const;
  return {
    tray_uuid: event.trayUuid,
    temp_jwt: issueImageToken(context, grant, TOKEN_MINUTES),
    images: images.map((image) => ({
      id: image.id,
      width: image.width ?? 0,
      height: image.height ?? 0,
      captured_at: toIsoOrNull(image.capturedAt),
      placeholder: image.placeholder,
      file_name: image.fileName,
      camera_serial: image.cameraSerial,
      photographer: image.photographer,
      doubt: (image.doubt ?? 'no_schedule') as Tray['images'][number]['doubt'],
      candidates: fileByTime(plan.slots, image.capturedAt === null ? null : Date.parse(image.capturedAt))
        .candidates,
    })),
  };
}
