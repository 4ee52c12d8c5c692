import type { ResponseOf } from '#contract/endpoint.ts';
import type { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { findEventFacts } from '#server/modules/catalogue/browse-events.ts';
import { listPerformances, type Performance } from '#server/modules/catalogue/schedule.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { toIsoOrNull } from '#server/platform/timestamps.ts';
import { MAX_ROWS } from './running-order.rules.ts';

type Line = ResponseOf<typeof ingestEndpoints.listRunningOrder>[number];

export async function listRunningOrder(db: Db, eventId: number): Promise<Line[]> {
  if (!(await findEventFacts(db, eventId))) throw new AppError('not_found');
  return (await listPerformances(db, eventId)).slice(0, MAX_ROWS).map(toWireLine);
}

function toWireLine(row: Performance): Line {
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
