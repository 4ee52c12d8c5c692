import type { ResponseOf } from '#contract/endpoint.ts';
import type { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { toIsoOrNull } from '#server/platform/timestamps.ts';
import { findEvent, listPerformances } from './ingest.queries.ts';
import { MAX_ROWS } from './running-order.rules.ts';

type Line = ResponseOf<typeof ingestEndpoints.listRunningOrder>[number];
type PerformanceRow = Awaited<ReturnType<typeof listPerformances>>[number];

/** In the order of the day. */
export async function listRunningOrder(db: Db, eventId: number): Promise<Line[]> {
  if (!(await findEvent(db, eventId))) throw new AppError('not_found');
  return (await listPerformances(db, eventId, MAX_ROWS)).map(toWireLine);
}

function toWireLine(row: PerformanceRow): Line {
  return {
    album: row.id,
    performance_order: row.performanceOrder,
    program_name: row.programName,
    team_name: row.teamName,
    division_name: row.divisionName,
    planned_at: toIsoOrNull(row.plannedAt),
    announced_at: toIsoOrNull(row.announcedAt),
    images_count: row.imagesCount,
    published_at: toIsoOrNull(row.publishedAt),
  };
}
