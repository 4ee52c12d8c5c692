import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import { isApiError } from '#web/lib/api-error.ts';
import type { UploadServices, UploadStore } from './upload-store.ts';

const POLL_MS = 1_500;

function isProcessed({ counts, finished, refiling }: IngestBatch, sentFiles: number): boolean {
  const answered = counts.filed + counts.doubtful + counts.clock + counts.duplicate + counts.failed;
  return finished || (!refiling && counts.received === 0 && answered >= sentFiles);
}

export function createBatchPoller(services: UploadServices, store: UploadStore) {
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
