import type { UploadQueue } from './upload-queue.ts';
import { isInProgress } from './upload-state.ts';

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
