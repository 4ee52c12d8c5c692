import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import {
  type AuditRecord,
  type HistoryPage,
  type HistoryQuery,
  MAX_HISTORY_PAGE_SIZE,
} from '#contract/entities/audit-entry.ts';
import { csvText } from './csv.ts';

export type HistoryFilter = { who: number | undefined; what: string | undefined };

/** Reads one page of a history from wherever it is kept. */
export type ReadHistory = (query: Partial<HistoryQuery>, signal?: AbortSignal) => Promise<HistoryPage>;

export const historyPagesQuery = (key: readonly unknown[], filter: HistoryFilter, read: ReadHistory) =>
  infiniteQueryOptions({
    queryKey: [...key, filter],
    queryFn: ({ pageParam, signal }) => read({ ...filter, before: pageParam }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ has_older, entries }) => (has_older ? entries.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
  });

const MOST_SAVED = 20_000;

/** Everything the filter lets through, not only the pages that were looked at. */
export async function readWholeHistory(read: ReadHistory, filter: HistoryFilter): Promise<AuditRecord[]> {
  const all: AuditRecord[] = [];
  for (let before: number | undefined; all.length < MOST_SAVED; before = all.at(-1)?.id) {
    const { entries, has_older } = await read({ ...filter, before, _limit: MAX_HISTORY_PAGE_SIZE });
    all.push(...entries);
    if (!has_older) break;
  }
  return all;
}

const HEADS = ['when', 'who', 'what', 'about', 'field', 'before', 'after'];
const NO_CHANGE = { field: '', before: '', after: '' };

/** A line for each field that changed, and one for what changed none. */
export function historyCsv(entries: readonly AuditRecord[], titleOf: (entry: AuditRecord) => string): string {
  return csvText(
    HEADS,
    entries.flatMap((entry) =>
      (entry.changes.length > 0 ? entry.changes : [NO_CHANGE]).map(({ field, before, after }) => [
        entry.created_at,
        entry.actor_name ?? '',
        titleOf(entry),
        entry.subject,
        field,
        before,
        after,
      ]),
    ),
  );
}
