import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type PayeeWithMoney, type PayPreview, payeeEndpoints } from '#contract/endpoints/payees.ts';
import { formatCents } from '#contract/rules/money.ts';
import { describeRates, PAYEE_KINDS, type TransferMethod } from '#contract/rules/payees.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { TextField } from '#web/components/form.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { Notice, QueryState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatDay, formatMonth } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { PayeeSheet } from './payee-sheet.tsx';
import { paymentQuery } from './payees.query.ts';

type PaySheetProps = { payee: number; onClose: () => void };

/** What paying now would send, line by line, and the ways to send it. */
export function PaySheet({ payee, onClose }: PaySheetProps) {
  const query = useQuery({ ...paymentQuery(payee), staleTime: 0 });
  const pay = useStaffAction(
    ({ amount, method }: { amount: number; method: TransferMethod }) =>
      callApi(payeeEndpoints.payPayee, { params: { id: payee }, body: { amount, method } }),
    ({ method }) => {
      toast(DONE[method]);
      onClose();
    },
  );
  const loaded = query.data;
  return (
    <Sheet
      title={loaded ? loaded.payee.name : 'Payment'}
      description={
        loaded ? [PAYEE_KINDS[loaded.payee.kind], rateOf(loaded.payee)].filter(Boolean).join(', ') : ''
      }
      isAside
      onClose={onClose}
      footer={
        loaded &&
        loaded.pays_now > 0 && (
          <Ways
            preview={loaded}
            isBusy={pay.isPending}
            onPay={(method) => pay.mutate({ amount: loaded.pays_now, method })}
          />
        )
      }
    >
      <QueryState query={query} loading={<Skeleton label="Loading the payment" className="h-72" />}>
        {(preview) => (
          <div className="grid gap-5 pb-4">
            <p className="grid justify-items-center gap-1 rounded-sheet bg-sunk p-5 text-center">
              <b className="text-28 leading-tight font-extrabold tracking-[-0.03em] tabular-nums">
                {formatCents(preview.pays_now)}
              </b>
              <span className="text-13 text-ink-2">can be paid now</span>
            </p>
            <Lines preview={preview} />
            {preview.payee.held_until && preview.held > 0 && (
              <p className="text-13 text-ink-2">
                The full {formatCents(preview.held)} on hold can be paid from{' '}
                {formatDay(preview.payee.held_until)}, less any refunds until then.
              </p>
            )}
            <Account payee={preview.payee} />
          </div>
        )}
      </QueryState>
    </Sheet>
  );
}

const rateOf = ({ kind, rates }: PayeeWithMoney) => describeRates(kind, rates);

const DONE: Record<TransferMethod, string> = {
  connect: 'The transfer is on its way',
  file: 'Added to the payment file',
  manual: 'Marked as paid',
};

function Lines({ preview }: { preview: PayPreview }) {
  const { earned, sent, held, pays_now, payee } = preview;
  return (
    <dl className="grid text-14">
      {earned.map(({ month, amount }) => (
        <Line
          key={month ?? 'before'}
          label={month ? `Earned in ${formatMonth(`${month}-01`)}` : 'Earned earlier'}
        >
          {formatCents(amount)}
        </Line>
      ))}
      <Line label="Already paid">{formatCents(0 - sent)}</Line>
      <Line label="On hold for refunds">{formatCents(0 - held)}</Line>
      {payee.balance - held < 0 && (
        <Line label="Carried over to the next payment">{formatCents(held - payee.balance)}</Line>
      )}
      <Line label="Pays now" isTotal>
        {formatCents(pays_now)}
      </Line>
    </dl>
  );
}

function Line({
  label,
  isTotal = false,
  children,
}: {
  label: string;
  isTotal?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={`flex min-h-10 items-center justify-between gap-3 border-t tabular-nums ${isTotal ? 'border-ink font-bold' : 'border-line text-ink-2'}`}
    >
      <dt>{label}</dt>
      <dd className="font-[650] text-ink">{children}</dd>
    </div>
  );
}

type WaysProps = { preview: PayPreview; isBusy: boolean; onPay: (method: TransferMethod) => void };

function Ways({ preview: { payee, pays_now }, isBusy, onPay }: WaysProps) {
  if (payee.under_way > 0) return null;
  return (
    <>
      {payee.account === 'ready' ? (
        <Button isBusy={isBusy} onClick={() => onPay('connect')}>
          Pay {formatCents(pays_now)}
        </Button>
      ) : (
        <Button isBusy={isBusy} onClick={() => onPay('file')}>
          Add to payment file
        </Button>
      )}
      <Button kind="line" isBusy={isBusy} onClick={() => onPay('manual')}>
        Mark as paid
      </Button>
    </>
  );
}

/** The payee's own page at the provider, and their name and email. */
function Account({ payee }: { payee: PayeeWithMoney }) {
  const [url, setUrl] = useState<string>();
  const [isEditing, setIsEditing] = useState(false);
  const begin = useStaffAction(
    () => callApi(payeeEndpoints.onboardPayee, { params: { id: payee.id } }),
    (answer) => setUrl(answer.url),
  );
  const end = useStaffAction(
    () => callApi(payeeEndpoints.endPayeeLinks, { params: { id: payee.id } }),
    () => {
      setUrl(undefined);
      toast('The link no longer works');
    },
  );
  const { ask, question } = useConfirmed(end, () => ({
    title: `End the link of ${payee.name}?`,
    sentence:
      'It stops working right away, and so do earlier links to this payee. A connected bank account stays.',
    confirmLabel: 'End link',
  }));
  const isWorking = payee.link_until !== null && new Date(payee.link_until) > new Date();
  return (
    <div className="grid gap-3">
      {payee.under_way > 0 && (
        <Notice tone="info">
          {formatCents(payee.under_way)} is on its way. Pay again once it has arrived.
        </Notice>
      )}
      {payee.account === 'ready' ? (
        <p className="text-14 text-ink-2">Their bank account is connected.</p>
      ) : (
        <>
          <p className="text-14 text-ink-2">
            Pay them by payment file or by hand until they connect a bank account. They can do that on their
            pass, on their cockpit, or on a page of their own that also lists their statements.
          </p>
          <Button kind="line" size="small" isBusy={begin.isPending} onClick={() => begin.mutate()}>
            Create a link for them
          </Button>
        </>
      )}
      {isWorking && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-14 text-ink-2">Their link works until {formatDay(payee.link_until ?? '')}.</p>
          <Button kind="line" size="small" isBusy={end.isPending} onClick={() => ask()}>
            End link
          </Button>
        </div>
      )}
      {question}
      {url && (
        <TextField
          label="Send them this link. It is for them only."
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
        />
      )}
      {payee.photographer === null && (
        <Button kind="ghost" size="small" onClick={() => setIsEditing(true)}>
          Edit {payee.name}
        </Button>
      )}
      {isEditing && <PayeeSheet payee={payee} onClose={() => setIsEditing(false)} />}
    </div>
  );
}
