// The queue lives outside React, so that an upload continues while staff look at other pages.

import { findRefusal, type PickedFile } from './picture-files.ts';
import { createBatchPoller } from './poll-batch.ts';
import { createSender } from './send-files.ts';
import { startUpload } from './start-upload.ts';
import { isInProgress, type UploadTarget } from './upload-state.ts';
import { createUploadStore, type UploadServices } from './upload-store.ts';

export type UploadQueue = ReturnType<typeof createUploadQueue>;

export function createUploadQueue(services: UploadServices) {
  const store = createUploadStore(services);
  const pollBatch = createBatchPoller(services, store);
  const sender = createSender(services, store, () => void pollBatch());
  const { work } = store;

  return {
    read: store.read,
    subscribe: store.subscribe,

    async start(picked: readonly PickedFile[], target: UploadTarget): Promise<void> {
      if (isInProgress(work.state.phase))
        return store.refuse('An upload is already running. Add more files once it has finished.');
      const refusal = findRefusal(picked.length);
      if (refusal) return store.refuse(refusal);
      sender.reset();
      await startUpload(services, store, { picked, target, onReady: sender.resume });
    },

    pause(): void {
      if (work.state.phase === 'sending') sender.stop('paused');
    },

    /** Stops before the server has to refuse every file. */
    stopForLogin(): void {
      if (work.state.phase === 'sending') sender.stop('logged_out', services.ended.message);
    },

    resume(): void {
      const { phase } = work.state;
      if (phase === 'paused' || phase === 'offline' || phase === 'logged_out') sender.resume();
    },

    retryFailed(): void {
      const { phase } = work.state;
      if (isInProgress(phase) && phase !== 'sending' && phase !== 'processing') return;
      const failed = work.files.flatMap((file, index) =>
        file.state === 'failed' && file.canRetry ? [index] : [],
      );
      if (failed.length === 0) return;
      for (const index of failed) store.change(index, { state: 'waiting', reason: null });
      work.waiting.push(...failed);
      if (phase !== 'sending') store.setPhase('sending');
      sender.sendNext();
    },

    cancel(): void {
      if (!isInProgress(work.state.phase) || work.state.phase === 'processing') return;
      store.settle(sender.discardRest(), () => ({ state: 'canceled', sentBytes: 0 }));
      work.saved = undefined;
      services.memory.forget();
      if (work.state.batch) void pollBatch();
      else {
        work.run += 1;
        store.setPhase('done');
      }
    },

    clear(): void {
      if (isInProgress(work.state.phase)) return;
      services.memory.forget();
      store.reset();
    },

    /** Another person logged in, so the upload of the first one must not continue. */
    abandon(): void {
      for (const { sending } of work.entries) sending?.pause();
      store.reset();
    },

    saveProgress: store.saveProgress,
  };
}
