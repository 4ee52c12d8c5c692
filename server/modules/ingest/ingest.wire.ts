import type { ResponseOf } from '#contract/endpoint.ts';
import type { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import type { PlannedRow } from './import-running-order.ts';

type ImportedRow = ResponseOf<typeof ingestEndpoints.importRunningOrder>['rows'][number];

export function toWireImportedRow({ row, action }: PlannedRow): ImportedRow {
  return {
    line: row.line,
    performance_order: row.performanceOrder,
    program_name: row.programName,
    team_name: row.teamName,
    division_name: row.divisionName,
    planned_at: row.plannedAt?.toISOString() ?? null,
    action,
  };
}
