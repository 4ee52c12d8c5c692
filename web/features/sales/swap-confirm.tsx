import { useQuery } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { formatCents } from '#contract/rules/money.ts';
import { teamLine } from '#contract/rules/title-lines.ts';
import { Button } from '#web/components/button.tsx';
import { CONTROL, Field } from '#web/components/field.tsx';
import { Notice } from '#web/components/notice.tsx';
import { callApi } from '#web/lib/api.ts';
import { useUser } from '#web/lib/session.ts';
import { pricedEventQuery, siteImagePriceQuery } from './sales.query.ts';
import { judgeSwap } from './swap-price.ts';
import { type SwapSubject, type SwapTarget, targetPriceCents } from './swap-targets.ts';
import { useSaleAction } from './use-sale-action.ts';

const MAX_MEMO = 1_000;

type SwapConfirmProps = {
  subject: SwapSubject;
  target: SwapTarget;
  onBack: () => void;
  onDone: () => void;
};

function sendSwap({ lineId }: SwapSubject, { album, imageId }: SwapTarget, memo: string) {
  const words = memo.trim() ? { memo } : {};
  return imageId === null
    ? callApi(refundEndpoints.swapAlbumPayment, {
        body: { album_payment_id: lineId, album_id: album.id, ...words },
      })
    : callApi(refundEndpoints.swapImagePayment, {
        body: { image_payment_id: lineId, image_id: imageId, ...words },
      });
}

export function SwapConfirm({ subject, target, onBack, onDone }: SwapConfirmProps) {
  const { type: role } = useUser();
  const { data: event } = useQuery(pricedEventQuery(target.album.event));
  const { data: site } = useQuery(siteImagePriceQuery);
  const [memo, setMemo] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const swap = useSaleAction(
    subject.userId,
    () => sendSwap(subject, target, memo),
    () => `Swapped to ${teamLine(target.album)}`,
  );
  const toCents = targetPriceCents(event, target.imageId, site?.image_price);
  const verdict = judgeSwap(subject.priceCents, toCents, role);
  const problem = verdict.needsMemo && memo.trim() === '' ? 'Say why' : undefined;
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    setIsChecked(true);
    if (verdict.isAllowed && !problem) swap.mutate(undefined, { onSuccess: onDone });
  };
  return (
    <form className="grid gap-4 pb-3" onSubmit={submit}>
      <div className="grid gap-2">
        <Side title={subject.title} imageId={subject.imageId} cents={subject.priceCents} />
        <ArrowDown aria-label="becomes" size={20} className="mx-auto text-ink-2" />
        <Side title={teamLine(target.album)} imageId={target.imageId} cents={toCents} note={event?.name} />
      </div>
      <Notice tone={verdict.tone}>{verdict.sentence}</Notice>
      <p className="text-14 text-ink-2">
        {subject.buyerName} loses the first and has the second at once. Downloads that were used stay used.
      </p>
      {verdict.isAllowed && (
        <Field
          label="Reason"
          optional={!verdict.needsMemo}
          hint="For the record; the customer does not see it."
          error={isChecked ? problem : undefined}
        >
          {(control) => (
            <textarea
              {...control}
              value={memo}
              maxLength={MAX_MEMO}
              onChange={({ target: { value } }) => setMemo(value)}
              className={`${CONTROL} h-20! py-3`}
            />
          )}
        </Field>
      )}
      <div className="flex gap-2 *:flex-1">
        <Button kind="line" onClick={onBack}>
          Choose again
        </Button>
        {verdict.isAllowed && (
          <Button type="submit" isBusy={swap.isPending}>
            Swap
          </Button>
        )}
      </div>
    </form>
  );
}

type SideProps = { title: string; imageId: number | null; cents: number; note?: string | undefined };

function Side({ title, imageId, cents, note }: SideProps) {
  return (
    <p className="flex items-center justify-between gap-3 rounded-ctl border border-line px-4 py-3 text-15">
      <span className="grid min-w-0">
        <b className="truncate font-[650]">{title}</b>
        {(imageId !== null || note) && (
          <span className="truncate text-13 text-ink-2">
            {[imageId !== null && `Photo ${imageId}`, note].filter(Boolean).join(', ')}
          </span>
        )}
      </span>
      <span className="flex-none font-[650] tabular-nums">{formatCents(cents)}</span>
    </p>
  );
}
