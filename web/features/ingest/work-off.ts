// After the last byte: asks until the server has an answer for every file that arrived.

import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { SESSION_ENDED, type UploadDesk, type UploadWorld } from './upload-desk.ts';

const POLL_MS = 1_500;

function isWorkedOff({ counts, finished }: IngestBatch, sentFiles: number): boolean {
  const answered = counts.filed + counts.doubtful + counts.clock + counts.duplicate + counts.failed;
  return finished || (counts.received === 0 && answered >= sentFiles);
}

export function createWorkOff(world: UploadWorld, desk: UploadDesk) {
  const { work, enter } = desk;
  /** The upload that is asked for; of one there is only one asker. */
  let askedFor: number | undefined;

  async function lookAfterBatch(thisRun: number): Promise<void> {
    try {
      const batch = await world.getBatch(work.state.batch?.id ?? '');
      if (thisRun !== work.run) return;
      work.state = { ...work.state, batch, message: undefined };
      desk.tellNow();
    } catch (error) {
      if (thisRun !== work.run) return;
      if (isApiError(error) && error.status === 401) enter('logged_out', SESSION_ENDED);
      else enter(work.state.phase, 'The server does not answer just now. Still asking.');
    }
  }

  function finish(): void {
    if (!work.files.some((file) => file.state === 'failed' && file.canRetry)) world.memory.forget();
    enter('done');
  }

  return async function workOff(): Promise<void> {
    enter('processing');
    const thisRun = work.run;
    if (askedFor === thisRun) return;
    askedFor = thisRun;
    try {
      while (thisRun === work.run && work.state.phase === 'processing') {
        if (work.state.counts.sent === 0) return finish();
        await lookAfterBatch(thisRun);
        if (thisRun !== work.run || work.state.phase !== 'processing') return;
        if (work.state.batch && isWorkedOff(work.state.batch, work.state.counts.sent)) return finish();
        await world.wait(POLL_MS);
      }
    } finally {
      if (askedFor === thisRun) askedFor = undefined;
    }
  };
}
