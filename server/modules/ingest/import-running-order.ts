import type { ResponseOf } from '#contract/endpoint.ts';
import type { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { findEvent, lockFiling } from './ingest.queries.ts';
import { askToRefile } from './refile-images.ts';
import { type RowError, type RunningOrderRow, readRunningOrder } from './running-order.rules.ts';

export type RunningOrderImport = { eventId: number; csv: string; commit: boolean; actorId: number };
type Answer = ResponseOf<typeof ingestEndpoints.importRunningOrder>;
type Action = Answer['rows'][number]['action'];
type PlannedRow = { row: RunningOrderRow; action: Action; album: AlbumRow | undefined };

/** All or nothing, and never a deletion: albums are matched by their performance order. */
export async function importRunningOrder(context: Context, order: RunningOrderImport): Promise<Answer> {
  return inTransaction(context, async (tx) => {
    const event = await findEvent(tx.db, order.eventId);
    if (!event) throw new AppError('not_found');
    const { rows, errors } = readRunningOrder(order.csv, event);
    if (order.commit) await lockFiling(tx.db, order.eventId, 'exclusive');
    const plan = await planRows(tx.db, order.eventId, rows);
    const problems = [...errors, ...plan.errors].sort((a, b) => a.line - b.line);
    const isWritten = order.commit && problems.length === 0;
    if (isWritten) await writeRows(tx, order, plan.rows);
    return { rows: plan.rows.map(toWireRow), errors: problems, written: isWritten };
  });
}

async function planRows(
  db: Db,
  eventId: number,
  rows: RunningOrderRow[],
): Promise<{ rows: PlannedRow[]; errors: RowError[] }> {
  const albums = await listAlbums(db, eventId);
  const identifiers = new Set(albums.map(({ identifier }) => identifier));
  const planned: PlannedRow[] = [];
  const errors: RowError[] = [];
  for (const row of rows) {
    const matches = albums.filter((album) => album.performanceOrder === row.performanceOrder);
    const [album] = matches;
    if (matches.length > 1) {
      errors.push({ line: row.line, message: `Several albums have order ${row.performanceOrder}.` });
    }
    if (row.plannedAt === null && (!album || album.plannedAt !== null)) {
      errors.push({ line: row.line, message: 'The planned time is missing.' });
    }
    if (!album && identifiers.has(identifierOf(eventId, row))) {
      const message = `Another album is named ${identifierOf(eventId, row)} already.`;
      errors.push({ line: row.line, message });
    }
    planned.push({ row, album, action: album ? compare(album, row) : 'create' });
  }
  return { rows: planned, errors };
}

type AlbumRow = Awaited<ReturnType<typeof listAlbums>>[number];

function listAlbums(db: Db, eventId: number) {
  return db
    .selectFrom('albums')
    .select(['id', 'performanceOrder', 'programName', 'teamName', 'divisionName', 'plannedAt', 'identifier'])
    .where('eventId', '=', eventId)
    .orderBy('id')
    .execute();
}

function compare(album: AlbumRow, row: RunningOrderRow): Action {
  const isSame =
    album.programName === row.programName &&
    album.teamName === row.teamName &&
    album.divisionName === row.divisionName &&
    isSameMoment(album, row);
  return isSame ? 'unchanged' : 'update';
}

function isSameMoment(album: AlbumRow, row: RunningOrderRow): boolean {
  const plannedMs = album.plannedAt === null ? undefined : Date.parse(album.plannedAt);
  return plannedMs === row.plannedAt?.getTime();
}

function identifierOf(eventId: number, row: RunningOrderRow): string {
  return `${eventId}-${row.performanceOrder}`;
}

async function writeRows(
  tx: Tx,
  { eventId, actorId }: RunningOrderImport,
  rows: PlannedRow[],
): Promise<void> {
  for (const { row, action, album } of rows) {
    const { line: _, performanceOrder, ...fields } = row;
    if (action === 'create') {
      const identifier = identifierOf(eventId, row);
      await tx.db
        .insertInto('albums')
        .values({ ...fields, eventId, performanceOrder, identifier })
        .execute();
    }
    if (action === 'update' && album) {
      // Another time is announced anew, and nobody is late for it.
      const announcement = isSameMoment(album, row) ? {} : { announcedAt: null };
      const changed = { ...fields, ...announcement };
      await tx.db.updateTable('albums').set(changed).where('id', '=', album.id).execute();
    }
  }
  const changed = rows.filter(({ action }) => action !== 'unchanged');
  if (changed.length === 0) return;
  await askToRefile(tx, { eventId });
  await recordAudit(tx.db, {
    actorId,
    action: 'event.import-running-order',
    subject: `event:${eventId}`,
    after: changed.map(({ row, action }) => ({ action, ...row })),
  });
}

function toWireRow({ row, action }: PlannedRow): Answer['rows'][number] {
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
