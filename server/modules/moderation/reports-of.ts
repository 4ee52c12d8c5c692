import type { Tx } from '#server/context.ts';
import { type ExportFile, jsonFiles } from '#server/platform/export-file.ts';
import { listReportsBy } from './reports-of.queries.ts';

export { eraseMemosOf } from './reports-of.queries.ts';

export async function* exportReports({ db }: Pick<Tx, 'db'>, userId: number): AsyncGenerator<ExportFile> {
  yield* jsonFiles('photo-reports', (afterId, limit) => listReportsBy(db, { userId, afterId, limit }));
}
