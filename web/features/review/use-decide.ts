import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { moderationEndpoints, type ReportInReview, UNDO_SECONDS } from '#contract/endpoints/moderation.ts';
import type { ReviewView } from '#contract/lists/reported-photos.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { toast } from '#web/lib/toast.ts';
import { REPORTS, reportsQuery } from './reports.query.ts';

type Decision = { image: number; removed: boolean };
type Last = { image: number; until: number; toastId: string | number };

/** Decided photos stay in the list until it is reloaded, so that staff can go back to them. */
export function showAnswer(view: ReviewView, answered: readonly ReportInReview[]): void {
  const byId = new Map(answered.map((report) => [report.id, report]));
  queryClient.setQueryData(reportsQuery(view).queryKey, (reports) =>
    reports?.map((report) => byId.get(report.id) ?? report),
  );
}

export function useDecide(
  view: ReviewView,
  { onDecided, onReopened }: { onDecided: () => void; onReopened: (image: number) => void },
) {
  const last = useRef<Last>(undefined);
  const reopen = useMutation({
    mutationFn: (image: number) => callApi(moderationEndpoints.reopenReport, { body: { image } }),
    onSuccess: async (reports, image) => {
      showAnswer(view, reports);
      await queryClient.invalidateQueries({ queryKey: REPORTS });
      onReopened(image);
      toast('Decision undone');
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  const undo = () => {
    if (!last.current || Date.now() > last.current.until) return;
    const { image, toastId } = last.current;
    last.current = undefined;
    toast.dismiss(toastId);
    reopen.mutate(image);
  };
  const decide = useMutation({
    mutationFn: (body: Decision) => callApi(moderationEndpoints.acknowledgeReport, { body }),
    onSuccess: (reports, { image, removed }) => {
      showAnswer(view, reports);
      onDecided();
      const duration = UNDO_SECONDS * 1_000;
      const toastId = toast(removed ? 'Removed for everyone' : 'Kept', {
        duration,
        ...(view === 'waiting' && { action: { label: 'Undo', onClick: undo } }),
      });
      last.current = view === 'waiting' ? { image, until: Date.now() + duration, toastId } : undefined;
    },
    onError: (error) => {
      toast.error(messageOf(error));
      void queryClient.invalidateQueries({ queryKey: REPORTS });
    },
  });
  return { decide: decide.mutateAsync, undo, isBusy: decide.isPending || reopen.isPending };
}
