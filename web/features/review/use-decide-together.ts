import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { type DecidedTogether, moderationEndpoints, UNDO_SECONDS } from '#contract/endpoints/moderation.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/count-words.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { REPORTS } from './reports.query.ts';
import { refusedWords } from './review-words.ts';
import { showAnswer } from './use-decide.ts';

/** A call takes more; so one sees it go on. */
const AT_A_TIME = 10;
const SHORTEST_UNDO_MS = 3_000;

export type Work = { verb: string; done: number; total: number };
type Call = (images: number[]) => Promise<DecidedTogether>;
type Photo = { image: number; name: string };

/** Decides about several photos, some at a time, with one way back for all of them. */
export function useDecideTogether() {
  const [work, setWork] = useState<Work>();
  const undoLast = useRef<{ until: number; undo: () => void }>(undefined);

  /** What is not reached because the line broke is answered as left. */
  const run = async (verb: string, photos: readonly Photo[], call: Call) => {
    const answer: DecidedTogether = { reports: [], refused: [] };
    const images = photos.map(({ image }) => image);
    let done = 0;
    try {
      for (; done < images.length; done += AT_A_TIME) {
        setWork({ verb, done, total: images.length });
        const { reports, refused } = await call(images.slice(done, done + AT_A_TIME));
        showAnswer('waiting', reports);
        answer.reports.push(...reports);
        answer.refused.push(...refused);
      }
    } catch (error) {
      toast.error(messageOf(error));
    }
    setWork(undefined);
    if (answer.refused.length > 0) toast.error(...refusedWords(answer.refused, photos));
    const decided = new Set(answer.reports.map(({ image }) => image));
    return { decided: photos.filter(({ image }) => decided.has(image)), left: images.slice(done) };
  };

  const undo = async (photos: readonly Photo[]) => {
    const { decided } = await run('Taking back', photos, (images) =>
      callApi(moderationEndpoints.reopenReports, { body: { images } }),
    );
    await queryClient.invalidateQueries({ queryKey: REPORTS });
    if (decided.length > 0) toast(`Taken back. ${countOf(decided.length, 'photo')} wait again.`);
  };

  const decide = async (photos: readonly Photo[], removed: boolean): Promise<number[]> => {
    const began = Date.now();
    const { decided, left } = await run(removed ? 'Removing' : 'Keeping', photos, (images) =>
      callApi(moderationEndpoints.acknowledgeReports, { body: { images, removed } }),
    );
    if (decided.length === 0) {
      await queryClient.invalidateQueries({ queryKey: REPORTS });
      return left;
    }
    const duration = Math.max(SHORTEST_UNDO_MS, UNDO_SECONDS * 1_000 - (Date.now() - began));
    const takeBack = () => {
      undoLast.current = undefined;
      toast.dismiss(toastId);
      void undo(decided);
    };
    const count = countOf(decided.length, 'photo');
    const toastId = toast(removed ? `${count} removed for everyone` : `${count} kept`, {
      duration,
      action: { label: 'Undo', onClick: takeBack },
    });
    undoLast.current = { until: Date.now() + duration, undo: takeBack };
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
    work,
    decide,
    /** U takes back what was decided last: since then that was a single photo. */
    forget: () => {
      undoLast.current = undefined;
    },
  };
}
