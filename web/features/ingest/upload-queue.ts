// One upload at a time, outside React: it goes on while staff look at other pages.

import { findRefusal, type PickedFile } from './picture-files.ts';
import { createSender } from './send-files.ts';
import { startUpload } from './start-upload.ts';
import { openUploadDesk, SESSION_ENDED, type UploadWorld } from './upload-desk.ts';
import { isUnderWay, type UploadTarget } from './upload-state.ts';
import { createWorkOff } from './work-off.ts';

export function createUploadQueue(world: UploadWorld) {
  const desk = openUploadDesk(world);
  const workOff = createWorkOff(world, desk);
  const sender = createSender(world, desk, () => void workOff());
  const { work } = desk;

  return {
    read: desk.read,
    subscribe: desk.subscribe,

    async start(picked: readonly PickedFile[], target: UploadTarget): Promise<void> {
      if (isUnderWay(work.state.phase))
        return desk.refuse('An upload is under way. Add more files once it has finished.');
      const refusal = findRefusal(picked.length);
      if (refusal) return desk.refuse(refusal);
      sender.startAfresh();
      await startUpload(world, desk, { picked, target, onReady: sender.goOn });
    },

    pause(): void {
      if (work.state.phase === 'sending') sender.stop('paused');
    },

    /** The session ended elsewhere: stop before the server has to refuse every file. */
    stopForLogin(): void {
      if (work.state.phase === 'sending') sender.stop('logged_out', SESSION_ENDED);
    },

    resume(): void {
      const { phase } = work.state;
      if (phase === 'paused' || phase === 'offline' || phase === 'logged_out') sender.goOn();
    },

    retryFailed(): void {
      const { phase } = work.state;
      if (isUnderWay(phase) && phase !== 'sending' && phase !== 'processing') return;
      const failed = work.files.flatMap((file, index) =>
        file.state === 'failed' && file.canRetry ? [index] : [],
      );
      if (failed.length === 0) return;
      for (const index of failed) desk.change(index, { state: 'waiting', reason: null });
      work.waiting.push(...failed);
      if (phase !== 'sending') desk.enter('sending');
      sender.sendNext();
    },

    /** What arrived stays and is reported; the rest is given up. */
    cancel(): void {
      if (!isUnderWay(work.state.phase) || work.state.phase === 'processing') return;
      desk.settle(sender.discardRest(), () => ({ state: 'cancelled', sentBytes: 0 }));
      work.remembered = undefined;
      world.memory.forget();
      if (work.state.batch) void workOff();
      else {
        work.run += 1;
        desk.enter('done');
      }
    },

    /** Back to the empty page, after the report has been read. */
    clear(): void {
      if (isUnderWay(work.state.phase)) return;
      world.memory.forget();
      desk.clearAway();
    },

    /** Another person took over this browser: nothing of the first one's upload may go on. */
    abandon(): void {
      for (const { sending } of work.entries) sending?.pause();
      desk.clearAway();
    },

    /** Writes down what arrived; called when the page is about to go. */
    keep: desk.keep,
  };
}
