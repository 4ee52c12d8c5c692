/** The options of a filter that depends on the rows, each with the number of rows it shows: "mail.send (12)". */
export function countOptions<Row>(
  rows: readonly Row[],
  of: (row: Row) => string,
  labelOf: (value: string) => string = (value) => value,
): Record<string, string> {
  const groups = [...Map.groupBy(rows, of)].map(
    ([value, { length }]) => [value, `${labelOf(value)} (${length})`] as const,
  );
  return Object.fromEntries(groups.toSorted(([, a], [, b]) => a.localeCompare(b)));
}
