import { sql } from 'kysely';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { RUNNING_ORDER_FIELDS, type SheetColumns } from '#contract/rules/running-order.ts';
import type { Tx } from '#server/context.ts';
import { saveAlbums } from '#server/modules/catalogue/edit-album.ts';
import { findEventFacts } from '#server/modules/catalogue/events.ts';
import { listPerformances, lockSchedule, type Performance } from '#server/modules/catalogue/schedule.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toWire } from '#server/platform/http/wire-names.ts';
import {
  listHeadings,
  performanceKey,
  type RowError,
  type RunningOrderRow,
  readRunningOrder,
  type Sheet,
  stageKey,
} from './running-order.rules.ts';
import { normalizeHeading, type RememberedColumns } from './sheet-columns.rules.ts';

type RunningOrderFile = {
  eventId: number;
  csv: string;
  commit: boolean;
  columns: Partial<SheetColumns> | undefined;
  goodLinesOnly: boolean;
};
type PlannedRow = { row: RunningOrderRow; album: Performance | undefined; action: Action };
type Action = 'create' | 'update' | 'unchanged';

type ImportedOrder = {
  /** The lines without errors. */
  rows: PlannedRow[];
  errors: RowError[];
  isWritten: boolean;
  sheet: Sheet & { isRemembered: boolean };
};

/** Matches albums by stage and performance order, and deletes none. */
export async function importRunningOrder(
  tx: Pick<Tx, 'db' | 'queue' | 'clock'>,
  actor: Actor,
  { eventId, csv, commit, columns, goodLinesOnly }: RunningOrderFile,
): Promise<ImportedOrder> {
  const event = await findEventFacts(tx.db, eventId);
  if (!event) throw new AppError('not_found');
  const remembered = await findRememberedColumns(tx.db, event, listHeadings(csv));
  const { rows, errors, sheet } = readRunningOrder(csv, event, { columns, remembered });
  if (commit) await lockSchedule(tx.db, eventId, 'exclusive');
  const plan = await planRows(tx.db, eventId, rows);
  const problems = [...errors, ...plan.errors].sort((a, b) => a.line - b.line);
  const isWritten = commit && (problems.length === 0 || (goodLinesOnly && plan.rows.length > 0));
  if (isWritten) {
    await writeRows(tx, actor, eventId, plan.rows);
    if (columns) await rememberColumns(tx, event, sheet);
  }
  const isRemembered = sheet.headings.some((heading) => remembered.get(normalizeHeading(heading)));
  return { rows: plan.rows, errors: problems, isWritten, sheet: { ...sheet, isRemembered } };
}

async function planRows(
  db: Db,
  eventId: number,
  rows: RunningOrderRow[],
): Promise<{ rows: PlannedRow[]; errors: RowError[] }> {
  const albums = await listPerformances(db, eventId);
  const byOrder = Map.groupBy(albums, ({ performanceOrder }) => performanceOrder);
  const identifiers = new Set(albums.map(({ identifier }) => identifier));
  const claimed = new Set<Performance>();
  const planned: PlannedRow[] = [];
  const errors: RowError[] = [];
  for (const row of rows) {
    const { line } = row;
    const matches = matchesOf(
      row,
      (byOrder.get(row.performanceOrder) ?? []).filter((each) => !claimed.has(each)),
    );
    const [album] = matches;
    const problem =
      findProblem(row, matches) ??
      (!album && identifiers.has(identifierOf(eventId, row))
        ? { field: null, message: `Another album already has the identifier ${identifierOf(eventId, row)}.` }
        : undefined);
    if (problem) {
      errors.push({ line, ...problem });
      continue;
    }
    if (album) claimed.add(album);
    planned.push({ row, album, action: album ? compare(album, row) : 'create' });
  }
  return { rows: planned, errors };
}

/** An album without a stage was imported before the sheet named stages. */
function matchesOf({ stage }: RunningOrderRow, sameOrder: readonly Performance[]): readonly Performance[] {
  if (stage === undefined) return sameOrder;
  const onStage = sameOrder.filter((album) => stageKey(album.stage) === stageKey(stage));
  return onStage.length > 0 ? onStage : sameOrder.filter((album) => album.stage === '');
}

function findProblem(
  row: RunningOrderRow,
  matches: readonly Performance[],
): Omit<RowError, 'line'> | undefined {
  const [album] = matches;
  if (matches.length > 1) {
    const message = `Several albums are performance ${row.performanceOrder}. A column for the stage tells them apart.`;
    return { field: 'performance_order', message };
  }
  if (row.plannedAt === null && (!album || album.plannedAt !== null))
    return { field: 'planned_time', message: 'The time is missing.' };
  return undefined;
}

function compare(album: Performance, row: RunningOrderRow): Action {
  const plannedMs = album.plannedAt === null ? undefined : Date.parse(album.plannedAt);
  const isSame =
    album.programName === row.programName &&
    album.teamName === row.teamName &&
    album.divisionName === row.divisionName &&
    album.stage === (row.stage ?? album.stage) &&
    plannedMs === row.plannedAt?.getTime();
  return isSame ? 'unchanged' : 'update';
}

const identifierOf = (eventId: number, row: RunningOrderRow) => `${eventId}-${performanceKey(row)}`;

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
        const { line: _, stage = '', ...fields } = row;
        return { ...fields, stage, eventId, identifier: identifierOf(eventId, row) };
      }),
    changed: changed.flatMap(({ row, album }) =>
      album ? [{ ...row, stage: row.stage ?? album.stage, id: album.id }] : [],
    ),
  });
  await recordAudit(tx.db, {
    actorId: actor.userId,
    action: 'event.import-running-order',
    subject: `event:${eventId}`,
    after: changed.map(({ row, action }) => ({ action, ...row })),
  });
}

type Source = { producerName: string; brandName: string };

/** Far more than the headings of all producers; the longest unused ones are forgotten first. */
const MAX_REMEMBERED = 2_000;
const MAX_NAME_LENGTH = 120;

/** Some letters are longer in lowercase. */
const nameOf = ({ producerName, brandName }: Source) =>
  (producerName || brandName).toLowerCase().slice(0, MAX_NAME_LENGTH);

/** The producer's own columns count first, then those of any other that has the same heading. */
async function findRememberedColumns(
  db: Db,
  source: Source,
  headings: readonly string[],
): Promise<RememberedColumns> {
  const rows = await db
    .selectFrom('runningOrderColumns')
    .select(['heading', 'field'])
    .where('heading', '=', anyOf(headings))
    .orderBy(sql`producer_name = ${nameOf(source)}`)
    .orderBy('usedAt')
    .execute();
  return new Map(
    rows.flatMap(({ heading, field }) => {
      const known = RUNNING_ORDER_FIELDS.find((each) => each === field);
      return known || field === '' ? [[heading, known ?? '']] : [];
    }),
  );
}

async function rememberColumns(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  source: Source,
  { headings, columns }: { headings: readonly string[]; columns: SheetColumns },
): Promise<void> {
  const fieldAt = new Map(RUNNING_ORDER_FIELDS.map((field) => [columns[field], field]));
  const fields = new Map(headings.map((heading, at) => [normalizeHeading(heading), fieldAt.get(at) ?? '']));
  fields.delete('');
  const usedAt = clock.now();
  const rows = [...fields]
    .toSorted()
    .map(([heading, field]) => ({ producerName: nameOf(source), heading, field, usedAt }));
  if (rows.length === 0) return;
  await db
    .insertInto('runningOrderColumns')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['producerName', 'heading']).doUpdateSet((eb) => ({
        field: eb.ref('excluded.field'),
        usedAt: eb.ref('excluded.usedAt'),
      })),
    )
    .execute();
  await sql`
    delete from running_order_columns where (producer_name, heading) in (
      select producer_name, heading from running_order_columns order by used_at desc offset ${MAX_REMEMBERED})`.execute(
    db,
  );
}

type WireImport = ResponseOf<typeof ingestEndpoints.importRunningOrder>;
type ImportedRow = WireImport['rows'][number];

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
