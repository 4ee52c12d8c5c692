import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import type { LedgerRange } from '../ledger-range.queries.ts';
import type { Period } from '../period.queries.ts';
import { chooseSpans, type Kept, touchedDays } from './spans.rules.ts';

/** `sales` follows the ledger, `buyers` paid orders, and `views` views of albums, which have no mode. */
type Figure = 'sales' | 'buyers' | 'views';

/**
 * Finds the kept months and years of a period that nothing has changed since they were counted, and such days of its other
 * months. A change is noted with its day. The release before noted only the month, so a month counts for all its days.
 */
export async function findKept(db: Db, figure: Figure, { from, until, mode }: LedgerRange): Promise<Kept> {
  const { first, last } = touchedDays({ from, until });
  const ofFigure = sql`figure = ${figure} and mode = ${figure === 'views' ? 'any' : mode}`;
  const { rows } = await sql<{ span: string }>`
    with change as materialized (
      select distinct month from kept_changes where figure = ${figure} and mode in (${mode}, 'any')),
    month as materialized (
      select span from kept_spans where ${ofFigure} and span >= left(${first}, 4) and span <= ${last}
        and not exists (select from change where starts_with(change.month, span)))
    select span from month
    union all
    select span from kept_dates where ${ofFigure} and span >= ${first} and span <= ${last}
      and left(span, 7) not in (select span from month where span > left(${first}, 7) and span < left(${last}, 7))
      and not exists (select from change where change.month in (span, left(span, 7)))
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
