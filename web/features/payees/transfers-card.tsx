import { useQuery } from '@tanstack/react-query';
import { payeeEndpoints, type TransferRow } from '#contract/endpoints/payees.ts';
import { paymentFile, taxYearFile } from '#contract/lists/payees.ts';
import { formatCents } from '#contract/rules/money.ts';
import { TRANSFER_METHODS, TRANSFER_STATES } from '#contract/rules/payees.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { ListCsvButton } from '#web/components/list/list-toolbar.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/formats.ts';
import { csvBlob } from '#web/lib/lists/list-rows.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { pendingTransfersQuery, transfersQuery } from './payees.query.ts';

/** Past payments, and the payment file for the bank. */
export function TransfersCard() {
  const query = useQuery({ ...transfersQuery, staleTime: 0 });
  const pending = useQuery({ ...pendingTransfersQuery, staleTime: 0 });
  const waiting = pending.data?.filter(({ method }) => method === 'file') ?? [];
  const year = new Date().getFullYear();
  return (
    <SectionCard
      title="Payments"
      intro="Transfers, payment files and manual payments, newest first."
      aside={
        <div className="flex flex-wrap items-center gap-2 text-13 text-ink-2">
          1099-NEC
          <TaxYearButton year={year - 1} />
          <TaxYearButton year={year} />
          Payment file
          <ListCsvButton
            rows={{ count: waiting.length, readCsv: async () => csvBlob(paymentFile.columns, waiting) }}
            fileName="payment-file.csv"
            label="Download the payment file as CSV"
          />
        </div>
      }
    >
      <QueryState query={query} loading={<Skeleton label="Loading payments" className="h-40" />}>
        {(transfers) =>
          transfers.length === 0 ? (
            <EmptyState title="No payments yet" sentence="Open a payee to pay what they are owed." />
          ) : (
            <ul aria-label="Payments">
              {transfers.map((transfer) => (
                <Transfer key={transfer.id} transfer={transfer} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </SectionCard>
  );
}

function TaxYearButton({ year }: { year: number }) {
  const readCsv = async () => {
    const { rows } = await callApi(payeeEndpoints.taxYear, { params: { year } });
    return csvBlob(taxYearFile.columns, rows);
  };
  return (
    <ListCsvButton
      rows={{ count: 1, readCsv }}
      fileName={`paid-${year}.csv`}
      label={`Download what was paid in ${year} as CSV, for Form 1099-NEC`}
    >
      {year}
    </ListCsvButton>
  );
}

/** `undo` is what `reverse` means for what people paid themselves. */
type Act = 'paid' | 'canceled' | 'reverse' | 'undo';

const ASKED: Record<Act, { label: string; sentence: string }> = {
  paid: {
    label: 'Mark as paid',
    sentence: 'Do this once the bank has sent it. It counts as paid today.',
  },
  canceled: { label: 'Take out', sentence: 'It leaves the payment file and is owed again.' },
  reverse: { label: 'Take back', sentence: 'The money is taken back from their account and is owed again.' },
  undo: {
    label: 'Not paid',
    sentence: 'Nothing moves at the bank. It no longer counts as paid and is owed again.',
  },
};

function Transfer({ transfer }: { transfer: TransferRow }) {
  const { id, payee_name, amount, reversed, method, state, failure, created_at, paid_at, reference } =
    transfer;
  const act = useStaffAction(
    (how: Act) =>
      how === 'reverse' || how === 'undo'
        ? callApi(payeeEndpoints.reverseTransfer, { params: { id } })
        : callApi(payeeEndpoints.settleTransfer, { params: { id }, body: { how } }),
    (after) => toast(`${after.reference}: ${wordOf(after)}`),
  );
  const { ask, question } = useConfirmed(act, (how) => ({
    title: `${ASKED[how].label}: ${formatCents(amount)} to ${payee_name}?`,
    sentence: ASKED[how].sentence,
    confirmLabel: ASKED[how].label,
  }));
  const acts: Act[] =
    method === 'file' && state === 'pending'
      ? ['paid', 'canceled']
      : state === 'paid' && !transfer.is_reversing
        ? [method === 'connect' ? 'reverse' : 'undo']
        : [];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t py-3 text-14 desk:flex-nowrap">
      <span className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <b className="font-[650] break-words">{payee_name}</b>
          <span className="tabular-nums">{formatCents(amount)}</span>
        </span>
        <span className="text-13 text-ink-2">
          {reference}, {TRANSFER_METHODS[method]}, {formatDay(paid_at ?? created_at)}
          {reversed > 0 && `, ${formatCents(reversed)} taken back`}
        </span>
        {failure && <span className="text-13 font-semibold text-bad">{failure}</span>}
      </span>
      <span className={`text-13 font-semibold ${state === 'failed' ? 'text-bad' : 'text-ink-2'}`}>
        {wordOf(transfer)}
      </span>
      {acts.map((one) => (
        <Button
          key={one}
          kind="line"
          size="small"
          aria-label={`${ASKED[one].label}: ${formatCents(amount)} to ${payee_name}`}
          onClick={() => ask(one)}
        >
          {ASKED[one].label}
        </Button>
      ))}
      {question}
    </li>
  );
}

const wordOf = ({ state, is_reversing }: TransferRow) =>
  is_reversing ? 'Being taken back' : TRANSFER_STATES[state];
