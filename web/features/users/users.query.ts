import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import {
  MAX_ORDERS_PAGE_SIZE,
  ORDERS_PAGE_SIZE,
  type OrderOfUser,
  type UserOrderSort,
  userAdministrationEndpoints,
} from '#contract/endpoints/user-administration.ts';
import type { OrderState } from '#contract/rules/order-states.ts';
import { callApi } from '#web/lib/api.ts';
import type { ReadHistory } from '#web/lib/history-pages.ts';

export const USERS = ['users'] as const;

/** Everything cached about one user, so that a change can refresh it. */
export const userKey = (id: number) => [...USERS, 'one', id];

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: [...userKey(id), 'profile'],
    queryFn: ({ signal }) => callApi(accountEndpoints.getUser, { params: { id }, signal }),
  });

export type OrdersPlace = { q: string; status: OrderState | undefined; sort: UserOrderSort };

const ordersOf = (
  id: number,
  { q, status, sort }: OrdersPlace,
  page: { _start: number; _limit: number },
  signal?: AbortSignal,
) =>
  callApi(userAdministrationEndpoints.ordersOfUser, {
    params: { id },
    query: { q: q || undefined, status, _sort: sort, ...page },
    signal,
  });

export const userOrdersQuery = (id: number, place: OrdersPlace) =>
  infiniteQueryOptions({
    queryKey: [...userKey(id), 'orders', place],
    queryFn: ({ pageParam, signal }) =>
      ordersOf(id, place, { _start: pageParam, _limit: ORDERS_PAGE_SIZE }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length < ORDERS_PAGE_SIZE ? undefined : pages.length * ORDERS_PAGE_SIZE,
    placeholderData: keepPreviousData,
  });

/** Everything the filter lets through, not only the pages that were looked at. */
export async function readAllOrders(id: number, place: OrdersPlace): Promise<OrderOfUser[]> {
  const all: OrderOfUser[] = [];
  while (all.length % MAX_ORDERS_PAGE_SIZE === 0) {
    const page = await ordersOf(id, place, { _start: all.length, _limit: MAX_ORDERS_PAGE_SIZE });
    if (page.length === 0) break;
    all.push(...page);
  }
  return all;
}

export const userFoundAlbumsQuery = (id: number) =>
  queryOptions({
    queryKey: [...userKey(id), 'found-albums'],
    queryFn: ({ signal }) =>
      callApi(userAdministrationEndpoints.foundAlbumsOfUser, { params: { id }, signal }),
  });

export const userDownloadsQuery = (id: number) =>
  queryOptions({
    queryKey: [...userKey(id), 'downloads'],
    queryFn: ({ signal }) => callApi(userAdministrationEndpoints.downloadsOfUser, { params: { id }, signal }),
  });

export const userNotesQuery = (id: number) =>
  queryOptions({
    queryKey: [...userKey(id), 'notes'],
    queryFn: ({ signal }) => callApi(userAdministrationEndpoints.listUserNotes, { params: { id }, signal }),
  });

export const userSessionsQuery = (id: number) =>
  queryOptions({
    queryKey: [...userKey(id), 'sessions'],
    queryFn: ({ signal }) =>
      callApi(userAdministrationEndpoints.listUserSessions, { params: { id }, signal }),
  });

/** Each look is written down: it is not repeated by itself. */
export const userAthletesQuery = (id: number) =>
  queryOptions({
    queryKey: ['user-athletes', 'of-user', id],
    queryFn: ({ signal }) =>
      callApi(athleteEndpoints.listAthletes, { query: { user_eq: id, deleted_eq: 'false' }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const userHistoryKey = (id: number) => [...userKey(id), 'history'];

export const readUserHistory =
  (id: number): ReadHistory =>
  (query, signal) =>
    callApi(userAdministrationEndpoints.userHistory, { params: { id }, query, signal });
