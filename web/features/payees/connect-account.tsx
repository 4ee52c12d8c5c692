import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type PayeeLink, type PayoutAccount, payeeEndpoints } from '#contract/endpoints/payees.ts';
import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { callApi } from '#web/lib/api.ts';
import { saveFile } from '#web/lib/files.ts';
import { formatMonth } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';

const SENTENCES = {
  none: 'Connect your bank account to get your share by transfer.',
  pending: 'Your bank account isn’t connected yet. Finish it to get your share by transfer.',
  restricted: 'Stripe needs something from you before we can pay you.',
} as const;

export const payoutAccountQuery = (link: PayeeLink) =>
  queryOptions({
    queryKey: [link.by, link.token, 'payout-account'],
    queryFn: () => callApi(payeeEndpoints.payoutAccount, { body: link }),
    refetchOnWindowFocus: true,
    gcTime: 0,
  });

/** For payees with a secret link. Renders nothing while the link pays nobody. */
export function ConnectAccount({ by, token }: PayeeLink) {
  const { data } = useQuery(payoutAccountQuery({ by, token }));
  const begin = useMutation({
    mutationFn: () => callApi(payeeEndpoints.payoutAccount, { body: { by, token, begin: true } }),
    onSuccess: ({ url }) => {
      if (url) window.location.assign(url);
    },
    onError: toast.failure,
  });
  const save = useMutation({
    mutationFn: async ({ number, month }: PayoutAccount['statements'][number]) =>
      saveFile(
        `statement-${number}-${month}.pdf`,
        (await callApi(payeeEndpoints.statementOfPayee, { body: { by, token, number } })) as Blob,
      ),
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
      {data.statements.length > 0 && (
        <ul aria-label="Monthly statements" className="grid w-full text-15">
          {data.statements.map((statement) => {
            const name = formatMonth(`${statement.month}-01`);
            return (
              <li key={statement.number} className="flex items-center gap-3 border-line border-t py-1">
                {name}
                <span className="ml-auto tabular-nums">{formatCents(statement.earned)}</span>
                <Button
                  kind="ghost"
                  size="small"
                  icon={Download}
                  aria-label={`Download the statement of ${name} as PDF`}
                  isBusy={save.isPending && save.variables.number === statement.number}
                  onClick={() => save.mutate(statement)}
                >
                  PDF
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
