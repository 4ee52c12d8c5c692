import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { cardTryEndpoints } from '#contract/endpoints/refunds.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { historyList } from '#contract/lists/history.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { listKey } from '#web/lib/staff-list-key.ts';
import { toast } from '#web/lib/toast.ts';

export const USERS = ['users'] as const;

export const userKey = (id: number) => [...USERS, 'one', id];

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: [...userKey(id), 'profile'],
    queryFn: ({ signal }) => callApi(accountEndpoints.getUser, { params: { id }, signal }),
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

export const openingBudgetQuery = (id: number) =>
  queryOptions({
    queryKey: [...userKey(id), 'opening-budget'],
    queryFn: ({ signal }) => callApi(userAdministrationEndpoints.openingBudget, { params: { id }, signal }),
  });

export const cardTriesQuery = (id: number) =>
  queryOptions({
    queryKey: [...userKey(id), 'card-tries'],
    queryFn: ({ signal }) => callApi(cardTryEndpoints.cardTriesOfUser, { params: { id }, signal }),
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

/** Every read is recorded, so it is never repeated automatically. */
export const userAthletesQuery = (id: number) =>
  queryOptions({
    queryKey: ['user-athletes', 'of-user', id],
    queryFn: ({ signal }) =>
      callApi(athleteEndpoints.listAthletes, { query: { user_eq: id, deleted_eq: 'false' }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export function useUserAction<Input = void, Answer = unknown>(
  userId: number,
  act: (input: Input) => Promise<Answer>,
  saidBy?: (answer: Answer, input: Input) => string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (answer, input) => {
      if (saidBy) toast(saidBy(answer, input));
      void queryClient.invalidateQueries({ queryKey: listKey(historyList) });
      return queryClient.invalidateQueries({ queryKey: userKey(userId) });
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}
