import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  PrimitiveValueListNode,
  SelectionNode,
  SelectQueryNode,
  sql,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database.ts';

/** Maps each table to the columns that the database fills with the present time if a row leaves them out. */
export type DatedColumns = ReadonlyMap<string, readonly string[]>;

export async function findDatedColumns(db: Db): Promise<DatedColumns> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name::text as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = current_schema() and column_default = 'now()' group by 1`.execute(db);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Rows that are inserted here carry the time of the clock where the database would put the present. */
export function dateRows<T extends Db>(db: T, columns: DatedColumns, clock: Clock): T {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => (InsertQueryNode.is(node) ? dateInsert(node, columns, clock.now()) : node),
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin) as T;
}

function dateInsert(insert: InsertQueryNode, columns: DatedColumns, now: Date): InsertQueryNode {
  const { into, columns: named = [], values } = insert;
  const has = new Set(named.map(({ column }) => column.name));
  const missing = (columns.get(into?.table.identifier.name ?? '') ?? []).filter((column) => !has.has(column));
  const dated = values && missing.length > 0 && named.length > 0 ? addDates(values, now, missing) : undefined;
  if (!dated) return insert;
  return InsertQueryNode.cloneWith(insert, {
    columns: [...named, ...missing.map((column) => ColumnNode.create(column))],
    values: dated,
  });
}

/** Returns undefined for rows of a kind that needs no dates here. */
function addDates(values: OperationNode, now: Date, columns: readonly string[]): OperationNode | undefined {
  const dates = columns.map(() => now);
  if (ValuesNode.is(values)) {
    return ValuesNode.create(
      values.values.map((row) =>
        PrimitiveValueListNode.is(row)
          ? PrimitiveValueListNode.create([...row.values, ...dates])
          : ValueListNode.create([...row.values, ...dates.map((date) => ValueNode.create(date))]),
      ),
    );
  }
  if (!SelectQueryNode.is(values)) return undefined;
  const date = sql`${now}::timestamptz`.toOperationNode();
  const selected = columns.map((column) =>
    SelectionNode.create(AliasNode.create(date, IdentifierNode.create(column))),
  );
  return SelectQueryNode.cloneWithSelections(values, selected);
}
