import type { ResponseOf } from '#contract/endpoint.ts';
import type { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import type { Performance } from '#server/modules/catalogue/schedule.ts';
import { toWireImage } from '#server/modules/images/album-images.ts';
import type { UnfiledImage } from '#server/modules/images/image-records.ts';
import { toWire } from '#server/platform/http/wire-names.ts';
import type { ImportedOrder, PlannedRow } from './import-running-order.ts';

type WireImport = ResponseOf<typeof ingestEndpoints.importRunningOrder>;
type ImportedRow = WireImport['rows'][number];
type RunningOrderLine = ResponseOf<typeof ingestEndpoints.listRunningOrder>[number];
type Unsorted = ResponseOf<typeof ingestEndpoints.listUnsorted>['images'][number];

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

export function toWireRunningOrderLine({
  id: album,
  identifier: _identifier,
  ...line
}: Performance): RunningOrderLine {
  return { album, ...toWire(line) };
}

export function toWireImport({ rows, errors, isWritten, sheet }: ImportedOrder): WireImport {
  const { isRemembered: remembered, ...columns } = sheet;
  return { rows: rows.map(toWireImportedRow), errors, written: isWritten, sheet: { ...columns, remembered } };
}

function toWireImportedRow({ row, album, action }: PlannedRow): ImportedRow {
  return {
    ...toWire(row),
    stage: row.stage ?? album?.stage ?? '',
    action,
    before: album && action === 'update' ? toWirePerformance(album) : null,
  };
}

function toWirePerformance(album: Performance): NonNullable<ImportedRow['before']> {
  const { programName, teamName, divisionName, plannedAt, stage } = album;
  return toWire({ programName, teamName, divisionName, plannedAt, stage });
}
