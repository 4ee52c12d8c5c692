import { CamelCasePlugin, type PluginTransformResultArgs, type QueryResult, type UnknownRow } from 'kysely';

const camelCased = new Map<string, string>();

/** Remembers the names, because there are only as many as columns. */
export function toCamelCase(column: string): string {
  const known = camelCased.get(column);
  if (known !== undefined) return known;
  const name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  camelCased.set(column, name);
  return name;
}

/** Converts a row that the database returned inside JSON, where `CamelCaseRows` leaves the names of columns. */
export function camelCaseRow<Row extends object>(row: Row): Row {
  const fields = Object.entries(row).map(([column, value]) => [toCamelCase(column), value]);
  return Object.fromEntries(fields) as Row;
}

/** All rows of a result have the same columns, so each name is converted once and not for every row. */
export class CamelCaseRows extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows ?? [];
    if (!first) return result;
    const names = Object.keys(first).map((column) => [column, this.camelCase(column)] as const);
    if (names.every(([column, name]) => column === name)) return result;
    const rows = result.rows.map((row) => {
      const renamed: UnknownRow = {};
      for (const [column, name] of names) renamed[name] = row[column];
      return renamed;
    });
    return { ...result, rows };
  }
}
