import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from './toast.ts';

/** A change that staff make: everything they see is read again afterwards, and a failure is a toast. */
export function useStaffAction<Input = void, Answer = unknown>(
  send: (input: Input) => Promise<Answer>,
  onSuccess?: (answer: Answer, input: Input) => unknown,
  onError: (error: Error) => unknown = toast.failure,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess,
    onError,
    // Not returned, because the answer may remove the component whose own callbacks follow.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['staff'] });
    },
  });
}
