import { type PhotographerRow, reportEndpoints } from '#contract/endpoints/reports.ts';
import type { TestApp } from './test-app.ts';

type StatementDays = { start_date?: string; end_date?: string };

/** Follows the pages of the photographers' statements to the last one. */
export async function readStatements(
  app: Pick<TestApp, 'call'>,
  token: string,
  days: StatementDays = {},
): Promise<PhotographerRow[]> {
  const rows: PhotographerRow[] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const query = before === undefined ? days : { ...days, before };
    const { body } = await app.call(reportEndpoints.statementPages, { token, query });
    rows.push(...body.rows);
    before = body.next;
  }
  return rows;
}
