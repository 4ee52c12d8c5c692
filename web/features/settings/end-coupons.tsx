import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Coupon, couponEndpoints } from '#contract/endpoints/coupons.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/count-words.ts';
import { toast } from '#web/lib/toast.ts';
import { couponsQuery } from './settings.query.ts';

const SENTENCE = 'New orders cannot use it. Orders that already use it keep it. This cannot be undone.';
const SENTENCE_OF_SEVERAL =
  'New orders cannot use them. Orders that already use them keep them. This cannot be undone.';

type EndCouponsProps = { coupons: readonly Coupon[]; onDone: (hasEnded: boolean) => void };

export function EndCoupons({ coupons, onDone }: EndCouponsProps) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () =>
      callApi(couponEndpoints.endCoupons, { body: { ids: coupons.map((coupon) => coupon.id) } }),
    onSuccess: async ({ done }) => {
      toast(done.length === 0 ? 'Already ended' : `${countOf(done.length, 'coupon')} ended`);
      await queryClient.invalidateQueries({ queryKey: couponsQuery.queryKey });
      onDone(true);
    },
    onError: (error) => {
      toast.error(messageOf(error));
      onDone(false);
    },
  });
  const [first] = coupons;
  const isOne = coupons.length === 1;
  return (
    <ConfirmDialog
      title={isOne ? `End ${first?.code}?` : `End ${countOf(coupons.length, 'coupon')}?`}
      sentence={isOne ? SENTENCE : SENTENCE_OF_SEVERAL}
      confirmLabel={isOne ? 'End coupon' : 'End coupons'}
      isBusy={end.isPending}
      onConfirm={() => end.mutate()}
      onCancel={() => onDone(false)}
    />
  );
}
