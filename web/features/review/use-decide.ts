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

/** Decided photos stay in the list until it is reloaded, so that staff can go back to them. */
function showAnswer(view: ReviewView, answered: readonly ReportInReview[]): void {
  const byId = new Map(answered.map((report) => [report.id, report]));
  queryClient.setQueryData(reportsQuery(view).queryKey, (reports) =>
    reports?.map((report) => byId.get(report.id) ?? report),
  );
}

/** Small batches make the progress visible. */
const AT_A_TIME = 10;
const SHORTEST_UNDO_MS = 3_000;

export type Progress = { verb: string; done: number; total: number };
type Call = (images: number[]) => Promise<DecidedTogether>;
export type Decisions = ReturnType<typeof useDecide>;

/** Decides one photo or several, and offers one undo for the last decision. */
export function useDecide(view: ReviewView, onReopened: (image: number) => void) {
  const [progress, setProgress] = useState<Progress>();
  const last = useRef<{ until: number; undo: () => void }>(undefined);

  /** If the connection breaks, `left` holds the photos that were not sent. */
  const run = async (verb: string, photos: readonly ReviewCase[], call: Call) => {
    const answer: DecidedTogether = { done: [], refused: [], reports: [] };
    const images = photos.map(({ image }) => image);
    let sent = 0;
    try {
      for (; sent < images.length; sent += AT_A_TIME) {
        setProgress({ verb, done: sent, total: images.length });
        const { done, refused, reports } = await call(images.slice(sent, sent + AT_A_TIME));
        showAnswer(view, reports);
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

  const reopen = async (photos: readonly ReviewCase[]) => {
    const { decided } = await run('Undoing', photos, (images) =>
      callApi(moderationEndpoints.reopenReports, { body: { images } }),
    );
    await queryClient.invalidateQueries({ queryKey: REPORTS });
    const [first, ...others] = decided;
    if (!first) return;
    toast(photos.length === 1 ? 'Decision undone' : `Undone for ${countOf(decided.length, 'photo')}`);
    if (others.length === 0) onReopened(first.image);
  };

  const offerUndo = (words: string, decided: readonly ReviewCase[], duration: number) => {
    const undo = () => {
      last.current = undefined;
      toast.dismiss(toastId);
      void reopen(decided);
    };
    const toastId = toast.undo(words, undo, { duration });
    last.current = { until: Date.now() + duration, undo };
  };

  const one = useMutation({
    mutationFn: ({ photo: { image }, removed }: { photo: ReviewCase; removed: boolean }) =>
      callApi(moderationEndpoints.acknowledgeReport, { body: { image, removed } }),
    onSuccess: (reports, { photo, removed }) => {
      showAnswer(view, reports);
      const words = removed ? 'Removed for everyone' : 'Kept';
      last.current = undefined;
      if (view === 'waiting') offerUndo(words, [photo], UNDO_SECONDS * 1_000);
      else toast(words);
    },
    onError: (error) => {
      toast.failure(error);
      void queryClient.invalidateQueries({ queryKey: REPORTS });
    },
  });

  const decideSeveral = async (photos: readonly ReviewCase[], removed: boolean): Promise<number[]> => {
    const began = Date.now();
    const { decided, left } = await run(removed ? 'Removing' : 'Keeping', photos, (images) =>
      callApi(moderationEndpoints.acknowledgeReports, { body: { images, removed } }),
    );
    if (decided.length === 0) await queryClient.invalidateQueries({ queryKey: REPORTS });
    else {
      const duration = Math.max(SHORTEST_UNDO_MS, UNDO_SECONDS * 1_000 - (Date.now() - began));
      const count = countOf(decided.length, 'photo');
      offerUndo(removed ? `${count} removed for everyone` : `${count} kept`, decided, duration);
    }
    return left;
  };

  useHotkeys(
    {
      u: (event) => {
        if (!last.current || Date.now() > last.current.until) return;
        event.preventDefault();
        last.current.undo();
      },
    },
    { isFirst: true },
  );

  return {
    progress,
    decideOne: one.mutateAsync,
    decideSeveral,
    isBusy: one.isPending || progress !== undefined,
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
