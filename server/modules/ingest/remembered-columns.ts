import { sql } from 'kysely';
import { RUNNING_ORDER_FIELDS, type SheetColumns } from '#contract/rules/running-order.ts';
import type { Tx } from '#server/context.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { normalizeHeading, type RememberedColumns } from './sheet-columns.rules.ts';

type Source = { producerName: string; brandName: string };

/** Far more than the headings of all producers; the longest unused ones are forgotten first. */
const MAX_REMEMBERED = 2_000;

const nameOf = ({ producerName, brandName }: Source) => (producerName || brandName).toLowerCase();

/** The producer's own columns count first, then those of any other that has the same heading. */
export async function findRememberedColumns(
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

export async function rememberColumns(
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
