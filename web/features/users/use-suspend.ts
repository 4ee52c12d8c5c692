import { useMutation, useQueryClient } from '@tanstack/react-query';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { harvestWatchList } from '#contract/lists/harvest-watch.ts';
import { historyList } from '#contract/lists/history.ts';
import { userList } from '#contract/lists/users.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { listKey } from '#web/lib/staff-list-key.ts';
import { toast } from '#web/lib/toast.ts';
import { userKey } from './users.query.ts';

type Account = { id: number; name: string };

/** Suspends an account, or lifts the suspension; the message offers to undo the first. */
export function useSuspend() {
  const queryClient = useQueryClient();
  const refresh = ({ id }: Account) => {
    for (const list of [harvestWatchList, historyList, userList]) {
      void queryClient.invalidateQueries({ queryKey: listKey(list) });
    }
    return queryClient.invalidateQueries({ queryKey: userKey(id) });
  };
  const lift = useMutation({
    mutationFn: ({ id }: Account) => callApi(userAdministrationEndpoints.unsuspendUser, { params: { id } }),
    onSuccess: (_answer, account) => {
      toast(`${account.name} can log in again`);
      return refresh(account);
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  const suspend = useMutation({
    mutationFn: ({ id }: Account) => callApi(userAdministrationEndpoints.suspendUser, { params: { id } }),
    onSuccess: (_answer, account) => {
      toast(`${account.name} is suspended`, {
        action: { label: 'Undo', onClick: () => lift.mutate(account) },
        duration: 10_000,
      });
      return refresh(account);
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return { suspend, lift };
}
