import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { keysTouchedBySale } from './sales.query.ts';

/** Reloads the albums and the buyer of the sale afterwards, and shows a failure as a toast. */
export function useSaleAction<Input = void, Answer = unknown>(
  userId: number,
  act: (input: Input) => Promise<Answer>,
  saidBy: (answer: Answer) => string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async (answer) => {
      toast(saidBy(answer));
      await Promise.all(
        keysTouchedBySale(userId).map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}
