import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import type { LedgerRange } from '../ledger-range.queries.ts';
import type { Period } from '../period.queries.ts';
import { chooseSpans, type Kept } from './spans.rules.ts';

/** `sales` follows the ledger, `buyers` paid orders, and `views` views of albums, which have no mode. */
type Figure = 'sales' | 'buyers' | 'views';

/** Finds the kept months and years of a period that nothing has changed since they were counted. */
export async function findKept(db: Db, figure: Figure, { from, until, mode }: LedgerRange): Promise<Kept> {
  const { rows } = await sql<{ span: string }>`
    select span from kept_spans kept
    where figure = ${figure} and mode = ${figure === 'views' ? 'any' : mode}
      and span_begins(span) >= ${from}::timestamptz and span_ends(span) <= ${until}::timestamptz
      and not exists (select from kept_changes change where change.figure = kept.figure
        and change.mode in (kept.mode, 'any') and starts_with(change.month, kept.span))
    order by span`.execute(db);
  return chooseSpans(
    rows.map(({ span }) => span),
    { from, until },
  );
}

export function inGaps(moment: RawBuilder<unknown>, gaps: readonly Period[]): RawBuilder<boolean> {
  if (gaps.length === 0) return sql<boolean>`false`;
  const each = gaps.map(({ from, until }) => sql`${moment} >= ${from} and ${moment} < ${until}`);
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}

/**
 * Reads several figures as they are at one moment, so that they belong together and none is taken from a month that is
 * counted again meanwhile.
 */
export function atOneMoment<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return read(db);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
