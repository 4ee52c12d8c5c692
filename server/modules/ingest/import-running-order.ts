import type { Tx } from '#server/context.ts';
import { saveAlbums } from '#server/modules/catalogue/edit-album.ts';
import { findEventFacts } from '#server/modules/catalogue/events.ts';
import { listPerformances, lockSchedule, type Performance } from '#server/modules/catalogue/schedule.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { type RowError, type RunningOrderRow, readRunningOrder } from './running-order.rules.ts';

type RunningOrderFile = { eventId: number; csv: string; commit: boolean };
export type PlannedRow = { row: RunningOrderRow; album: Performance | undefined; action: Action };
type Action = 'create' | 'update' | 'unchanged';

/** Matches albums by performance order, deletes none, and writes every row or none. */
export async function importRunningOrder(
  tx: Pick<Tx, 'db' | 'queue'>,
  actor: Actor,
  { eventId, csv, commit }: RunningOrderFile,
): Promise<{ rows: PlannedRow[]; errors: RowError[]; isWritten: boolean }> {
  const event = await findEventFacts(tx.db, eventId);
  if (!event) throw new AppError('not_found');
  const { rows, errors } = readRunningOrder(csv, event);
  if (commit) await lockSchedule(tx.db, eventId, 'exclusive');
  const plan = await planRows(tx.db, eventId, rows);
  const problems = [...errors, ...plan.errors].sort((a, b) => a.line - b.line);
  const isWritten = commit && problems.length === 0;
  if (isWritten) await writeRows(tx, actor, eventId, plan.rows);
  return { rows: plan.rows, errors: problems, isWritten };
}

async function planRows(
  db: Db,
  eventId: number,
  rows: RunningOrderRow[],
): Promise<{ rows: PlannedRow[]; errors: RowError[] }> {
  const albums = await listPerformances(db, eventId);
  const byOrder = Map.groupBy(albums, ({ performanceOrder }) => performanceOrder);
  const identifiers = new Set(albums.map(({ identifier }) => identifier));
  const planned: PlannedRow[] = [];
  const errors: RowError[] = [];
  for (const row of rows) {
    const matches = byOrder.get(row.performanceOrder) ?? [];
    const [album] = matches;
    if (matches.length > 1) {
      errors.push({ line: row.line, message: `Several albums have order ${row.performanceOrder}.` });
    }
    if (row.plannedAt === null && (!album || album.plannedAt !== null)) {
      errors.push({ line: row.line, message: 'The planned time is missing.' });
    }
    if (!album && identifiers.has(identifierOf(eventId, row))) {
      const message = `Another album already has the identifier ${identifierOf(eventId, row)}.`;
      errors.push({ line: row.line, message });
    }
    planned.push({ row, album, action: album ? compare(album, row) : 'create' });
  }
  return { rows: planned, errors };
}

function compare(album: Performance, row: RunningOrderRow): Action {
  const plannedMs = album.plannedAt === null ? undefined : Date.parse(album.plannedAt);
  const isSame =
    album.programName === row.programName &&
    album.teamName === row.teamName &&
    album.divisionName === row.divisionName &&
    plannedMs === row.plannedAt?.getTime();
  return isSame ? 'unchanged' : 'update';
}

function identifierOf(eventId: number, row: RunningOrderRow): string {
  return `${eventId}-${row.performanceOrder}`;
}

async function writeRows(
  tx: Pick<Tx, 'db' | 'queue'>,
  actor: Actor,
  eventId: number,
  rows: PlannedRow[],
): Promise<void> {
  const changed = rows.filter(({ action }) => action !== 'unchanged');
  if (changed.length === 0) return;
  await saveAlbums(tx, actor, {
    created: changed
      .filter(({ album }) => !album)
      .map(({ row }) => {
        const { line: _, ...fields } = row;
        return { ...fields, eventId, identifier: identifierOf(eventId, row) };
      }),
    changed: changed.flatMap(({ row, album }) => (album ? [{ ...row, id: album.id }] : [])),
  });
  await recordAudit(tx.db, {
    actorId: actor.userId,
    action: 'event.import-running-order',
    subject: `event:${eventId}`,
    after: changed.map(({ row, action }) => ({ action, ...row })),
  });
}
