import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { findRefusal, type PickedFile } from './image-files.ts';
import { createSender } from './send-files.ts';
import { startUpload } from './start-upload.ts';
import { isInProgress, type UploadTarget } from './upload-state.ts';
import { createUploadStore, type UploadServices, type UploadStore } from './upload-store.ts';

// The queue lives outside React, so that an upload continues while staff look at other pages.

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

const POLL_MS = 1_500;

function isProcessed({ counts, finished, refiling }: IngestBatch, sentFiles: number): boolean {
  const answered = counts.filed + counts.unsorted + counts.clock + counts.duplicate + counts.failed;
  return finished || (!refiling && counts.received === 0 && answered >= sentFiles);
}

function createBatchPoller(services: UploadServices, store: UploadStore) {
  const { work, setPhase } = store;
  /** Prevents a second poller for the same upload. */
  let polledRun: number | undefined;

  async function refreshBatch(thisRun: number): Promise<void> {
    try {
      const batch = await services.getBatch(work.state.batch?.id ?? '');
      if (thisRun !== work.run) return;
      work.state = { ...work.state, batch, message: undefined };
      store.publish();
    } catch (error) {
      if (thisRun !== work.run) return;
      if (isApiError(error) && error.status === services.ended.status)
        setPhase('logged_out', services.ended.message);
      else setPhase(work.state.phase, 'The server is not responding. Retrying.');
    }
  }

  function finish(): void {
    if (!work.files.some((file) => file.state === 'failed' && file.canRetry)) services.memory.forget();
    setPhase('done');
  }

  return async function pollBatch(): Promise<void> {
    setPhase('processing');
    const thisRun = work.run;
    if (polledRun === thisRun) return;
    polledRun = thisRun;
    try {
      while (thisRun === work.run && work.state.phase === 'processing') {
        if (work.state.counts.sent === 0) return finish();
        await refreshBatch(thisRun);
        if (thisRun !== work.run || work.state.phase !== 'processing') return;
        if (work.state.batch && isProcessed(work.state.batch, work.state.counts.sent)) return finish();
        await services.wait(POLL_MS);
      }
    } finally {
      if (polledRun === thisRun) polledRun = undefined;
    }
  };
}

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Warns before the page is left during an upload, resumes it when the network is back, and saves its progress. */
export function keepUploading(queue: UploadQueue): void {
  let { phase } = queue.read();
  queue.subscribe(() => {
    const before = phase;
    phase = queue.read().phase;
    if (before === phase) return;
    if (isInProgress(phase)) window.addEventListener('beforeunload', warnBeforeLeaving);
    else window.removeEventListener('beforeunload', warnBeforeLeaving);
  });
  window.addEventListener('online', () => {
    if (phase === 'offline') queue.resume();
  });
  window.addEventListener('pagehide', queue.saveProgress);
}
