import type { HistoryPage, HistoryQuery } from '#contract/entities/audit-entry.ts';
import type { Db } from '#server/platform/database.ts';
import { readHistory } from './read-history.ts';

export function userHistory(db: Db, userId: number, query: HistoryQuery): Promise<HistoryPage> {
  return readHistory(db, { userId }, query);
}
