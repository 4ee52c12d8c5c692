/** One file of a person's data. A module yields its files one after the other, so that few are in memory at a time. */
export type ExportFile = { name: string; content: Buffer };

export function jsonFile(name: string, value: unknown): ExportFile {
  return { name, content: Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`) };
}

const ROWS_PER_FILE = 500;

/** Splits a long list into numbered files. `readAfter` returns rows in the order of their ids. */
export async function* jsonFiles<Row extends { id: number }>(
  name: string,
  readAfter: (afterId: number, limit: number) => Promise<Row[]>,
): AsyncGenerator<ExportFile> {
  for (let [part, afterId] = [1, 0]; ; part++) {
    const rows = await readAfter(afterId, ROWS_PER_FILE);
    if (rows.length === 0 && part > 1) return;
    yield jsonFile(part === 1 ? `${name}.json` : `${name}-${part}.json`, rows);
    if (rows.length < ROWS_PER_FILE) return;
    afterId = rows.at(-1)?.id ?? afterId;
  }
}
