import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { type Coupon, couponEndpoints } from '#contract/endpoints/coupons.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/count-words.ts';
import { couponsQuery } from './settings.query.ts';

const SENTENCE = 'No further order may use it; orders that do keep it. It cannot be started again.';
const SENTENCE_OF_SEVERAL =
  'No further order may use them; orders that do keep them. They cannot be started again.';

type EndCouponsProps = { coupons: readonly Coupon[]; onDone: (hasEnded: boolean) => void };

/** Asks, then ends them in one call. */
export function EndCoupons({ coupons, onDone }: EndCouponsProps) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () =>
      callApi(couponEndpoints.endCoupons, { body: { ids: coupons.map((coupon) => coupon.id) } }),
    onSuccess: async ({ ended }) => {
      toast(ended === 0 ? 'They had ended already' : `${countOf(ended, 'coupon')} ended`);
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
