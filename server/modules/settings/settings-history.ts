import type { HistoryPage, HistoryQuery } from '#contract/entities/audit-entry.ts';
import { readHistory } from '#server/modules/accounts/read-history.ts';
import type { Db } from '#server/platform/database.ts';

/** What was set, and when old photos were to be marked anew. */
const SUBJECTS = ['site', 'watermark'];

export function settingsHistory(db: Db, query: HistoryQuery): Promise<HistoryPage> {
  return readHistory(db, { subjects: SUBJECTS }, query);
}
