import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type DecidedTogether,
  moderationEndpoints,
  type ReportInReview,
  UNDO_SECONDS,
} from '#contract/endpoints/moderation.ts';
import type { ReviewCase, ReviewView } from '#contract/lists/reported-photos.ts';
import { callApi } from '#web/lib/api.ts';
import { countOf } from '#web/lib/formats.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { REPORTS, reportsQuery } from './review-cases.ts';

type Decision = { image: number; removed: boolean };
type Last = { image: number; until: number; toastId: string | number };

/** Decided photos stay in the list until it is reloaded, so that staff can go back to them. */
function showAnswer(view: ReviewView, answered: readonly ReportInReview[]): void {
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
    onError: toast.failure,
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
      const words = removed ? 'Removed for everyone' : 'Kept';
      const toastId = toast.undo(words, view === 'waiting' ? undo : undefined, { duration });
      last.current = view === 'waiting' ? { image, until: Date.now() + duration, toastId } : undefined;
    },
    onError: (error) => {
      toast.failure(error);
      void queryClient.invalidateQueries({ queryKey: REPORTS });
    },
  });
  return { decide: decide.mutateAsync, undo, isBusy: decide.isPending || reopen.isPending };
}

/** Small batches make the progress visible. */
const AT_A_TIME = 10;
const SHORTEST_UNDO_MS = 3_000;

export type Progress = { verb: string; done: number; total: number };
type Call = (images: number[]) => Promise<DecidedTogether>;

/** Decides several photos and offers one undo for all of them. */
export function useDecideTogether() {
  const [progress, setProgress] = useState<Progress>();
  const undoLast = useRef<{ until: number; undo: () => void }>(undefined);

  /** If the connection breaks, `left` holds the photos that were not sent. */
  const run = async (verb: string, photos: readonly ReviewCase[], call: Call) => {
    const answer: DecidedTogether = { done: [], refused: [], reports: [] };
    const images = photos.map(({ image }) => image);
    let sent = 0;
    try {
      for (; sent < images.length; sent += AT_A_TIME) {
        setProgress({ verb, done: sent, total: images.length });
        const { done, refused, reports } = await call(images.slice(sent, sent + AT_A_TIME));
        showAnswer('waiting', reports);
        answer.done.push(...done);
        answer.refused.push(...refused);
      }
    } catch (error) {
      toast.failure(error);
    }
    setProgress(undefined);
    if (answer.refused.length > 0) toast.error(...describeRefusals(answer.refused, photos));
    return { decided: photos.filter(({ image }) => answer.done.includes(image)), left: images.slice(sent) };
  };

  const undo = async (photos: readonly ReviewCase[]) => {
    const { decided } = await run('Undoing', photos, (images) =>
      callApi(moderationEndpoints.reopenReports, { body: { images } }),
    );
    await queryClient.invalidateQueries({ queryKey: REPORTS });
    if (decided.length > 0) toast(`Undone for ${countOf(decided.length, 'photo')}`);
  };

  const decide = async (photos: readonly ReviewCase[], removed: boolean): Promise<number[]> => {
    const began = Date.now();
    const { decided, left } = await run(removed ? 'Removing' : 'Keeping', photos, (images) =>
      callApi(moderationEndpoints.acknowledgeReports, { body: { images, removed } }),
    );
    if (decided.length === 0) {
      await queryClient.invalidateQueries({ queryKey: REPORTS });
      return left;
    }
    const duration = Math.max(SHORTEST_UNDO_MS, UNDO_SECONDS * 1_000 - (Date.now() - began));
    const undoAll = () => {
      undoLast.current = undefined;
      toast.dismiss(toastId);
      void undo(decided);
    };
    const count = countOf(decided.length, 'photo');
    const words = removed ? `${count} removed for everyone` : `${count} kept`;
    const toastId = toast.undo(words, undoAll, { duration });
    undoLast.current = { until: Date.now() + duration, undo: undoAll };
    return left;
  };

  useHotkeys(
    {
      u: (event) => {
        if (!undoLast.current || Date.now() > undoLast.current.until) return;
        event.preventDefault();
        undoLast.current.undo();
      },
    },
    { isFirst: true },
  );

  return {
    progress,
    decide,
    /** Called after a single decision, which U then undoes instead. */
    forget: () => {
      undoLast.current = undefined;
    },
  };
}

const MAX_NAMED = 3;

function describeRefusals(
  refused: DecidedTogether['refused'],
  photos: readonly ReviewCase[],
): [title: string, { description: string }] {
  const names = new Map(photos.map(({ image, photo }) => [image, photo.file_name]));
  const named = refused
    .slice(0, MAX_NAMED)
    .map(({ id, reason }) => `${names.get(id) ?? `Photo ${id}`}: ${reason}`);
  const others = refused.length > MAX_NAMED ? [`And ${refused.length - MAX_NAMED} more.`] : [];
  return [
    `${countOf(refused.length, 'photo')} not changed`,
    { description: [...named, ...others].join(' ') },
  ];
}
