import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { type UserSort, userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { callApi } from '#web/lib/api.ts';

export type UserFilter = { q: string; type: Role | undefined };
export type UserListPlace = UserFilter & { sort: UserSort };

export const PAGE_SIZE = 100;
export const USERS = ['users'] as const;

const filterOf = ({ q, type }: UserFilter) => ({ q: q || undefined, type });

export const userCountQuery = (filter: UserFilter) =>
  queryOptions({
    queryKey: [...USERS, 'count', filterOf(filter)],
    queryFn: ({ signal }) => callApi(accountEndpoints.countUsers, { query: filterOf(filter), signal }),
    placeholderData: keepPreviousData,
  });

export const userPageQuery = ({ sort, ...filter }: UserListPlace, page: number) =>
  queryOptions({
    queryKey: [...USERS, 'page', { ...filterOf(filter), sort }, page],
    queryFn: ({ signal }) =>
      callApi(accountEndpoints.findUsers, {
        query: { ...filterOf(filter), _sort: sort, _start: page * PAGE_SIZE, _limit: PAGE_SIZE },
        signal,
      }),
  });

export const exportUsers = (filter: UserFilter) =>
  callApi(userAdministrationEndpoints.exportUsers, { body: filterOf(filter) });

/** All that is shown of one user, so that a change can refresh it at once. */
export const userKey = (id: number) => [...USERS, 'one', id];

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: [...userKey(id), 'profile'],
    queryFn: ({ signal }) => callApi(accountEndpoints.getUser, { params: { id }, signal }),
  });

export const userOrdersQuery = (id: number) =>
  queryOptions({
    queryKey: [...userKey(id), 'orders'],
    queryFn: ({ signal }) => callApi(userAdministrationEndpoints.ordersOfUser, { params: { id }, signal }),
  });

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

export const userHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...userKey(id), 'history'],
    queryFn: ({ signal }) => callApi(userAdministrationEndpoints.userHistory, { params: { id }, signal }),
  });
