import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type PhotographerRow, reportEndpoints, type StatementPage } from '#contract/endpoints/reports.ts';
import { callApi } from '#web/lib/api.ts';

export type StatementDays = { start_date?: string; end_date?: string; time_zone: string };

/** Totals are true only with the rows of every event, so all pages are read before any is shown. */
async function readAllPages(days: StatementDays, signal: AbortSignal): Promise<PhotographerRow[]> {
  const rows: PhotographerRow[] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const query = before === undefined ? days : { ...days, before };
    const page: StatementPage = await callApi(reportEndpoints.statementPages, { query, signal });
    rows.push(...page.rows);
    before = page.next;
  }
  return rows;
}

export const photographersQuery = (days: StatementDays) =>
  queryOptions({
    queryKey: ['reports', 'photographers', days],
    queryFn: ({ signal }) => readAllPages(days, signal),
    placeholderData: keepPreviousData,
  });
