import { bookEndpoints } from '#contract/endpoints/books.ts';
import { apiQuery } from '#web/lib/api.ts';

// The keys begin with "staff", so that every change by staff refreshes them.

export const journalMonthsQuery = apiQuery(['staff', 'journal-months'], bookEndpoints.listJournalMonths);
export const journalQuery = (month: string) =>
  apiQuery(['staff', 'journal', month], bookEndpoints.showJournal, { params: { month } });
