import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { cardAttemptEndpoints } from '#contract/endpoints/refunds.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { historyList } from '#contract/lists/history.ts';
import { apiQuery } from '#web/lib/api.ts';
import { listKey } from '#web/lib/lists/list-rows.ts';
import { toast } from '#web/lib/toast.ts';

export const USERS = ['users'] as const;

export const userKey = (id: number) => [...USERS, 'one', id];

export const userQuery = (id: number) =>
  apiQuery([...userKey(id), 'profile'], accountEndpoints.getUser, { params: { id } });

export const userFoundAlbumsQuery = (id: number) =>
  apiQuery([...userKey(id), 'found-albums'], userAdministrationEndpoints.foundAlbumsOfUser, {
    params: { id },
  });

export const userDownloadsQuery = (id: number) =>
  apiQuery([...userKey(id), 'downloads'], userAdministrationEndpoints.downloadsOfUser, { params: { id } });

export const previewQuotaQuery = (id: number) =>
  apiQuery([...userKey(id), 'preview-quota'], userAdministrationEndpoints.previewQuota, { params: { id } });

export const cardAttemptsQuery = (id: number) =>
  apiQuery([...userKey(id), 'card-attempts'], cardAttemptEndpoints.cardAttemptsOfUser, { params: { id } });

export const userNotesQuery = (id: number) =>
  apiQuery([...userKey(id), 'notes'], userAdministrationEndpoints.listUserNotes, { params: { id } });

export const userSessionsQuery = (id: number) =>
  apiQuery([...userKey(id), 'sessions'], userAdministrationEndpoints.listUserSessions, { params: { id } });

/** Every read is recorded, so it is never repeated automatically. */
export const userAthletesQuery = (id: number) =>
  queryOptions({
    ...apiQuery(['user-athletes', 'of-user', id], athleteEndpoints.listAthletes, {
      query: { user_eq: id, deleted_eq: 'false' },
    }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** After a change of roles or invitations. */
export function useRefreshStaff() {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: listKey(historyList) });
    await queryClient.invalidateQueries({ queryKey: USERS });
  };
}

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
    },
    onError: toast.failure,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: listKey(historyList) });
      return queryClient.invalidateQueries({ queryKey: userKey(userId) });
    },
  });
}
