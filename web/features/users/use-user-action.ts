import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { messageOf } from '#web/lib/api-error.ts';
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
      return queryClient.invalidateQueries({ queryKey: userKey(userId) });
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}
