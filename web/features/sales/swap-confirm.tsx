import { useQuery } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { z } from 'zod';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { formatCents } from '#contract/rules/money.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { pricesAt } from '#contract/rules/pricing.ts';
import { teamLine } from '#contract/rules/sentences.ts';
import { Button } from '#web/components/button.tsx';
import { Form, TextAreaField } from '#web/components/form.tsx';
import { Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { useUser } from '#web/lib/session.ts';
import { siteImagePriceQuery, staffEventQuery } from '#web/lib/staff.query.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps, useContractForm } from '#web/lib/use-contract-form.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';

const MAX_MEMO = 1_000;
const reason = z.strictObject({ memo: z.string().trim() });
const neededReason = z.strictObject({ memo: z.string().trim().min(1, 'Say why') });

type SwapConfirmProps = {
  subject: SwapSubject;
  target: SwapTarget;
  onBack: () => void;
  onDone: () => void;
};

function sendSwap({ lineId }: SwapSubject, { album, imageId }: SwapTarget, memo: string) {
  const words = memo ? { memo } : {};
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
  const { data: event } = useQuery(staffEventQuery(target.album.event));
  const { data: site } = useQuery(siteImagePriceQuery);
  const swap = useStaffAction(
    ({ memo }: z.output<typeof reason>) => sendSwap(subject, target, memo),
    () => toast(`Swapped to ${teamLine(target.album)}`),
  );
  const toCents = targetPriceCents(event, target.imageId, site?.image_price);
  const verdict = judgeSwap(subject.priceCents, toCents, role);
  const form = useContractForm({
    schema: verdict.needsMemo ? neededReason : reason,
    defaultValues: { memo: '' },
  });
  const submit = form.handleSubmit((body) => verdict.isAllowed && swap.mutate(body, { onSuccess: onDone }));
  return (
    <Form className="grid gap-4 pb-3" onSubmit={submit}>
      <div className="grid gap-2">
        <Side title={subject.title} imageId={subject.imageId} cents={subject.priceCents} />
        <ArrowDown aria-label="becomes" size={20} className="mx-auto text-ink-2" />
        <Side title={teamLine(target.album)} imageId={target.imageId} cents={toCents} note={event?.name} />
      </div>
      <Notice tone={verdict.isAllowed ? 'info' : 'bad'}>{verdict.sentence}</Notice>
      <p className="text-14 text-ink-2">
        {subject.buyerName} has the new one right away and no longer has the old one. Used downloads stay
        used.
      </p>
      {verdict.isAllowed && (
        <TextAreaField
          {...fieldProps(form, 'memo')}
          label="Reason"
          optional={!verdict.needsMemo}
          hint="For our records. The customer doesn’t see it."
          maxLength={MAX_MEMO}
        />
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
    </Form>
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

// A swap never charges or refunds a price difference. Only a super may swap to a higher price, and must give a reason.

export function judgeSwap(fromCents: number, toCents: number, role: Role) {
  const isHigher = toCents > fromCents;
  const isAllowed = !isHigher || role === 'super';
  return {
    isAllowed,
    needsMemo: isHigher && isAllowed,
    sentence: describeSwap(toCents - fromCents, isAllowed),
  };
}

function describeSwap(differenceCents: number, isAllowed: boolean): string {
  const difference = formatCents(Math.abs(differenceCents));
  if (differenceCents === 0) return 'Same price. No money moves.';
  if (differenceCents < 0) return `${difference} less. The difference isn’t refunded.`;
  return isAllowed
    ? `${difference} more. The customer doesn’t pay the difference, so say why.`
    : `${difference} more. Only an administrator can swap to something more expensive.`;
}

export type TargetAlbum = ResponseOf<typeof catalogueEndpoints.listAdminAlbums>[number];
type PricedEvent = ResponseOf<typeof catalogueEndpoints.getStaffEvent>;

export type SwapSubject = {
  lineId: number;
  buyerName: string;
  title: string;
  albumId: number;
  eventId: number;
  imageId: number | null;
  priceCents: number;
};

type SwapTarget = { album: TargetAlbum; imageId: number | null };

/** Lists albums that customers can open, without the swapped one. Albums of the same event come first. */
export function orderTargets(
  { albumId, eventId, imageId }: Pick<SwapSubject, 'albumId' | 'eventId' | 'imageId'>,
  sameEvent: readonly TargetAlbum[],
  anyEvent: readonly TargetAlbum[],
): TargetAlbum[] {
  const fits = (album: TargetAlbum) =>
    album.published_at !== null && (imageId !== null || album.id !== albumId);
  const first = sameEvent.filter(fits).toSorted((a, b) => a.performance_order - b.performance_order);
  return [...first, ...anyEvent.filter((album) => fits(album) && album.event !== eventId)];
}

export function targetPriceCents(
  event: PricedEvent | undefined,
  imageId: number | null,
  siteImagePrice: number | undefined,
): number {
  const prices = pricesAt(event ?? { time_zone: 'UTC', event_pricings: [] }, new Date(), siteImagePrice);
  return imageId === null ? prices.albumCents : prices.imageCents;
}
