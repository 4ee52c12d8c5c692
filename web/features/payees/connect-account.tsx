import { useMutation, useQuery } from '@tanstack/react-query';
import type { PayoutAccount } from '#contract/endpoints/payees.ts';
import { Button } from '#web/components/button.tsx';
import { toast } from '#web/lib/toast.ts';

type ConnectAccountProps = {
  queryKey: readonly string[];
  /** Asks for the state, and with `begin` for the address where the account is connected. */
  ask: (begin: boolean) => Promise<PayoutAccount>;
};

const SENTENCES = {
  none: 'Connect your bank account to get your share by transfer.',
  pending: 'Your bank account isn’t connected yet. Finish it to get your share by transfer.',
  restricted: 'Stripe needs something from you before we can pay you.',
} as const;

/** For payees who come by a secret link; nothing shows while nobody is paid by it. */
export function ConnectAccount({ queryKey, ask }: ConnectAccountProps) {
  const { data } = useQuery({ queryKey, queryFn: () => ask(false), refetchOnWindowFocus: true, gcTime: 0 });
  const begin = useMutation({
    mutationFn: () => ask(true),
    onSuccess: ({ url }) => {
      if (url) window.location.assign(url);
    },
    onError: toast.failure,
  });
  if (!data || data.account === null) return null;
  return (
    <section
      aria-label="Getting paid"
      className="flex flex-wrap items-center justify-between gap-3 rounded-sheet border border-line bg-surface p-5 print:hidden"
    >
      <p className="text-15 text-ink-2">
        {data.account === 'ready'
          ? 'Your bank account is connected. Your share goes there.'
          : SENTENCES[data.account]}
      </p>
      {data.account !== 'ready' && (
        <Button kind="line" size="small" isBusy={begin.isPending} onClick={() => begin.mutate()}>
          Connect bank account
        </Button>
      )}
    </section>
  );
}
