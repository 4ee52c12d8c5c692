import type { SentQuery } from '#contract/endpoint.ts';
import { historyEndpoints } from '#contract/endpoints/operations.ts';
import type { TestApp } from './test-app.ts';

type HistoryFilters = SentQuery<typeof historyEndpoints.page>;

/** Reads the newest entries of a history. */
export async function readHistory(testApp: TestApp, token: string, query: HistoryFilters) {
  return (await testApp.call(historyEndpoints.page, { token, query })).body.rows;
}
