import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { image } from '../entities/album.ts';
import { count, id, idInPath, idParams, isoTimestamp, photoId, uuid, version } from '../primitives.ts';
import { MAX_SHEET_COLUMNS, RUNNING_ORDER_FIELDS } from '../rules/running-order.ts';

const endpoint = endpointsOf('Ingest');

export const MAX_IMAGE_BYTES = 80 * 1024 * 1024;
export const MAX_FILES_PER_BATCH = 20_000;
/** The browser uploads here with the tus protocol and sends the metadata batch and filename. */
export const UPLOADS_PATH = '/api/uploads';

const fileState = z.enum(['received', 'filed', 'unsorted', 'clock', 'duplicate', 'failed']);

const ingestFile = z.object({
  name: z.string(),
  size_bytes: count,
  state: fileState,
  reason: z.string().nullable(),
  image: photoId.nullable(),
});

export const batch = z.object({
  id: uuid,
  event: id,
  album: id.nullable(),
  total_files: count,
  counts: z.object({
    received: count,
    filed: count,
    unsorted: count,
    clock: count,
    duplicate: count,
    failed: count,
  }),
  /** Photos of the event are being filed again, for example after a photo of the clock set a camera's time. */
  refiling: z.boolean(),
  /** True once every announced file has arrived and is where it belongs. */
  finished: z.boolean(),
  /** Up to 500 files that failed, are duplicates or could not be filed. A pass also lists filed ones, with their album. */
  problems: z.array(ingestFile),
});
export type IngestBatch = z.output<typeof batch>;

const performance = z.object({
  program_name: z.string(),
  team_name: z.string(),
  division_name: z.string(),
  /** Null only if the album has no planned time either. */
  planned_at: isoTimestamp.nullable(),
  stage: z.string(),
});

const runningOrderRow = performance.extend({
  line: count,
  performance_order: count,
  action: z.enum(['create', 'update', 'unchanged']),
  /** The values before the update. */
  before: performance.nullable(),
});

const sheetColumn = z
  .int()
  .min(0)
  .max(MAX_SHEET_COLUMNS - 1)
  .nullable();
const sheetColumns = z.strictObject({
  performance_order: sheetColumn,
  program: sheetColumn,
  team: sheetColumn,
  division: sheetColumn,
  level: sheetColumn,
  planned_time: sheetColumn,
  day: sheetColumn,
  stage: sheetColumn,
});
const sheetField = z.enum(RUNNING_ORDER_FIELDS);

const runningOrderSheet = z.object({
  headings: z.array(z.string()),
  columns: sheetColumns,
  /** Staff chose these columns at an earlier import. */
  remembered: z.boolean(),
  lines: z.array(z.object({ line: count, cells: z.array(z.string()) })),
});

const runningOrderLine = z.object({
  album: id,
  performance_order: count,
  program_name: z.string(),
  team_name: z.string(),
  division_name: z.string(),
  planned_at: isoTimestamp.nullable(),
  /** The planned time before a delay, or null if there was none. */
  announced_at: isoTimestamp.nullable(),
  stage: z.string(),
  images_count: count,
  published_at: isoTimestamp.nullable(),
});
export type RunningOrderLine = z.output<typeof runningOrderLine>;

const camera = z.object({
  serial: z.string(),
  model: z.string().nullable(),
  frames: count,
  offset_seconds: z.int().nullable(),
  calibrated_at: isoTimestamp.nullable(),
  last_captured_at: isoTimestamp.nullable(),
  /** The version of the event, whose history includes the clocks of all its cameras. */
  version,
});
export type Camera = z.output<typeof camera>;

const filedAlbums = z.object({
  /** Photos that the running order files. */
  photos: count,
  albums: z.array(z.object({ performance_order: count, planned_at: isoTimestamp })).max(60),
});

const clockHint = z.object({
  serial: z.string(),
  model: z.string().nullable(),
  /** Photos that wait for a decision. */
  photos: count,
  /** Seconds to add to the camera's clock. */
  offset_seconds: z.int(),
  /** True if the photos arrived when they cannot have been taken by the camera's clock. */
  arrival: z.boolean(),
  /** Some of the times that the camera wrote. */
  taken_at: z.array(isoTimestamp).max(80),
  now: filedAlbums,
  after: filedAlbums,
});
export type ClockHint = z.output<typeof clockHint>;

export const doubt = z.enum(['no_time', 'near_boundary', 'outside_schedule', 'no_schedule', 'camera_clock']);

const unsortedImage = image.extend({
  file_name: z.string(),
  camera_serial: z.string().nullable(),
  photographer: z.string().nullable(),
  doubt,
  candidates: z.array(id),
});
export type UnsortedImage = z.output<typeof unsortedImage>;

const cameraParams = z.strictObject({ id: idInPath, serial: z.string().min(1).max(100) });

/** The name of a camera's clock in the history of its event, and in a conflict. */
export const clockField = (serial: string) => `clock ${serial}`;

/** Sixty years: a camera may show a wrong year, or the first day that its maker gave it. */
export const MAX_CLOCK_ERROR_SECONDS = 60 * 365 * 24 * 3600;

/** Null forgets a correction. */
export const cameraOffset = z.strictObject({
  offset_seconds: z.int().min(-MAX_CLOCK_ERROR_SECONDS).max(MAX_CLOCK_ERROR_SECONDS).nullable(),
  version: version.optional(),
});

export const ingestEndpoints = {
  openBatch: endpoint('POST /ingest-batches', {
    access: 'admin_albums',
    summary: 'Announce an upload for one album, or for a whole event to be filed by capture time',
    body: z.strictObject({
      event: id,
      album: id.nullable(),
      total_files: z.int().min(1).max(MAX_FILES_PER_BATCH),
    }),
    response: batch,
  }),
  getBatch: endpoint('GET /ingest-batches/:id', {
    access: 'admin_albums',
    summary: 'Get the progress and problems of an upload',
    params: z.strictObject({ id: uuid }),
    response: batch,
  }),
  listRunningOrder: endpoint('GET /events/:id/running-order', {
    access: 'admin_albums',
    summary: 'Get the running order of an event with photo counts, at most 5,000 performances',
    params: idParams,
    response: z.array(runningOrderLine),
  }),
  importRunningOrder: endpoint('POST /events/:id/running-order', {
    access: 'admin_albums',
    summary:
      'Import a running order from CSV. Writes only with commit, and with errors only the good lines if asked to',
    params: idParams,
    body: z.strictObject({
      csv: z.string().min(1).max(200_000),
      commit: z.boolean(),
      /** Without them the columns are found by their headings. A commit remembers them for the producer. */
      columns: sheetColumns.partial().optional(),
      good_lines_only: z.boolean().optional(),
    }),
    response: z.object({
      /** The lines without errors. */
      rows: z.array(runningOrderRow),
      errors: z.array(z.object({ line: count, field: sheetField.nullable(), message: z.string() })),
      written: z.boolean(),
      sheet: runningOrderSheet,
    }),
  }),
  delayEvent: endpoint('POST /events/:id/delay', {
    access: 'admin_albums',
    summary: 'Delay everything planned from a moment on, and file photos again',
    params: idParams,
    /** The version of the event: a colleague's delay since then is not added to. */
    body: z.strictObject({
      minutes: z.int().min(-600).max(600),
      from: isoTimestamp,
      version: version.optional(),
    }),
    response: z.object({ shifted_albums: count, version }),
  }),
  listCameras: endpoint('GET /events/:id/cameras', {
    access: 'admin_albums',
    summary: 'List cameras used at an event and the offsets of their clocks',
    params: idParams,
    response: z.array(camera),
  }),
  listClockHints: endpoint('GET /events/:id/clock-hints', {
    access: 'admin_albums',
    summary:
      'Cameras whose clocks look wrong, with what a correction would change. Their photos wait for a decision',
    params: idParams,
    response: z.array(clockHint),
  }),
  setCameraOffset: endpoint('PUT /events/:id/cameras/:serial', {
    access: 'admin_albums',
    summary: 'Set the clock offset of a camera. Its photos are filed again',
    params: cameraParams,
    body: cameraOffset,
    response: camera,
  }),
  listUnsorted: endpoint('GET /events/:id/unsorted', {
    access: 'admin_albums',
    verification: 'address',
    summary: 'List photos that need sorting, with the albums they may belong to, at most 2,000',
    params: idParams,
    response: z.object({
      tray_uuid: uuid,
      temp_jwt: z.string(),
      images: z.array(unsortedImage),
    }),
  }),
};
