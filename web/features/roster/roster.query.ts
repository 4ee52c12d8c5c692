import type { QueryClient } from '@tanstack/react-query';
import { rosterEndpoints } from '#contract/endpoints/roster.ts';
import { statementEndpoints } from '#contract/endpoints/statements.ts';
import { apiQuery } from '#web/lib/api.ts';
import { parseDollars } from '#web/lib/formats.ts';

const ROSTER = ['roster'] as const;

export const rosterQuery = apiQuery([...ROSTER, 'people'], rosterEndpoints.listPhotographers);
export const eventRosterQuery = (eventId: number) =>
  apiQuery([...ROSTER, 'event', eventId], rosterEndpoints.listEventPhotographers, {
    params: { id: eventId },
  });
export const monthsQuery = apiQuery([...ROSTER, 'months'], statementEndpoints.listStatementMonths);
export const monthQuery = (month: string) =>
  apiQuery([...ROSTER, 'month', month], statementEndpoints.showMonth, { params: { month } });

/** A name or rate shows in the roster, on events and in open statements. */
export const refreshRoster = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: ROSTER });

export const formatRate = (basisPoints: number) => `${basisPoints / 100}%`;

/** Hundredths of a percent are typed with the same digits as dollars and cents. */
export const readRate = (typed: string) => parseDollars(typed.replace('%', '')) ?? (typed || null);
