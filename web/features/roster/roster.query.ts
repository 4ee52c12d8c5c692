import { statementEndpoints } from '#contract/endpoints/statements.ts';
import { apiQuery } from '#web/lib/api.ts';
import { parseDollars } from '#web/lib/formats.ts';

// The keys begin with "staff", so that every change by staff refreshes them.

export const monthsQuery = apiQuery(['staff', 'statement-months'], statementEndpoints.listStatementMonths);
export const monthQuery = (month: string) =>
  apiQuery(['staff', 'statements', month], statementEndpoints.showMonth, { params: { month } });

export const formatRate = (basisPoints: number) => `${basisPoints / 100}%`;

/** Hundredths of a percent are typed with the same digits as dollars and cents. */
export const readRate = (typed: string) => parseDollars(typed.replace('%', '')) ?? (typed || null);
