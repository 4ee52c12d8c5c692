import type { ResponseOf } from '#contract/endpoint.ts';
import type { IngestBatch, ingestEndpoints } from '#contract/endpoints/ingest.ts';
import type { Performance } from '#server/modules/catalogue/schedule.ts';
import { toWireImage } from '#server/modules/images/album-images.ts';
import type { UnfiledImage } from '#server/modules/images/image-records.ts';
import { toIsoOrNull } from '#server/platform/time/timestamps.ts';
import type { Camera } from './cameras.ts';
import type { ImportedOrder, PlannedRow } from './import-running-order.ts';
import type { BatchProblem, BatchRow, FileCount } from './ingest.queries.ts';

type WireImport = ResponseOf<typeof ingestEndpoints.importRunningOrder>;
type ImportedRow = WireImport['rows'][number];
type RunningOrderLine = ResponseOf<typeof ingestEndpoints.listRunningOrder>[number];
type Unsorted = ResponseOf<typeof ingestEndpoints.listUnsorted>['images'][number];

export function toWireBatch(
  batch: BatchRow & { isRefiling: boolean },
  files: FileCount[],
  problems: BatchProblem[],
): IngestBatch {
  const counts = { received: 0, filed: 0, unsorted: 0, clock: 0, duplicate: 0, failed: 0 };
  for (const { state, files: total } of files) counts[state] = total;
  const arrived = Object.values(counts).reduce((sum, total) => sum + total, 0);
  return {
    id: batch.id,
    event: batch.eventId,
    album: batch.albumId,
    total_files: batch.totalFiles,
    counts,
    refiling: batch.isRefiling,
    finished: arrived >= batch.totalFiles && counts.received === 0 && !batch.isRefiling,
    problems: problems.map(toWireResult),
  };
}

const DOUBTS: Record<string, string> = {
  no_time: 'The photo has no capture time.',
  near_boundary: 'It was taken too close to a change of teams.',
  outside_schedule: 'It was taken outside the running order.',
  no_schedule: 'The event has no running order yet.',
  camera_clock: 'The clock of its camera looks wrong.',
};

/** The reason of a filed photo is its album. */
export function toWireResult(file: BatchProblem): IngestBatch['problems'][number] {
  const { name, sizeBytes, state, imageId, doubt, programName, teamName } = file;
  const reasons = {
    unsorted: DOUBTS[doubt ?? ''] ?? null,
    filed: `${programName ?? ''} ${teamName ?? ''}`.trim(),
  };
  const reason = state === 'unsorted' || state === 'filed' ? reasons[state] : file.reason;
  return { name, size_bytes: sizeBytes, state, reason, image: imageId };
}

export function toWireCamera(camera: Camera): ResponseOf<typeof ingestEndpoints.setCameraOffset> {
  return {
    serial: camera.serial,
    model: camera.model,
    frames: camera.frames,
    offset_seconds: camera.offsetSeconds,
    calibrated_at: toIsoOrNull(camera.calibratedAt),
    last_captured_at: toIsoOrNull(camera.lastCapturedAt),
    version: camera.version,
  };
}

export function toWireUnsorted(image: UnfiledImage, candidates: number[]): Unsorted {
  return {
    ...toWireImage(image),
    file_name: image.fileName,
    camera_serial: image.cameraSerial,
    photographer: image.photographer,
    doubt: (image.doubt ?? 'no_schedule') as Unsorted['doubt'],
    candidates,
  };
}

export function toWireRunningOrderLine(performance: Performance): RunningOrderLine {
  return {
    album: performance.id,
    performance_order: performance.performanceOrder,
    program_name: performance.programName,
    team_name: performance.teamName,
    division_name: performance.divisionName,
    planned_at: toIsoOrNull(performance.plannedAt),
    announced_at: toIsoOrNull(performance.announcedAt),
    stage: performance.stage,
    images_count: performance.imagesCount,
    published_at: toIsoOrNull(performance.publishedAt),
  };
}

export function toWireImport({ rows, errors, isWritten, sheet }: ImportedOrder): WireImport {
  const { isRemembered: remembered, ...columns } = sheet;
  return { rows: rows.map(toWireImportedRow), errors, written: isWritten, sheet: { ...columns, remembered } };
}

function toWireImportedRow({ row, album, action }: PlannedRow): ImportedRow {
  return {
    line: row.line,
    performance_order: row.performanceOrder,
    program_name: row.programName,
    team_name: row.teamName,
    division_name: row.divisionName,
    planned_at: row.plannedAt?.toISOString() ?? null,
    stage: row.stage ?? album?.stage ?? '',
    action,
    before: album && action === 'update' ? toWirePerformance(album) : null,
  };
}

function toWirePerformance(album: Performance): NonNullable<ImportedRow['before']> {
  return {
    program_name: album.programName,
    team_name: album.teamName,
    division_name: album.divisionName,
    planned_at: toIsoOrNull(album.plannedAt),
    stage: album.stage,
  };
}
