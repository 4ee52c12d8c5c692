import { useMutation, useQueryClient } from '@tanstack/react-query';
import { historyList } from '#contract/lists/history.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { listKey } from '#web/lib/staff-list-key.ts';
import { toast } from '#web/lib/toast.ts';
import { userKey } from './users.query.ts';

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
