// A problem that affects all files, such as a lost network, pauses the queue instead of failing single files.

import type { SendFailure } from './upload-state.ts';
import type { UploadServices, UploadStore } from './upload-store.ts';

export const PARALLEL_UPLOADS = 3;
/** After this many network failures in a row the network is the cause, not the files. */
const NETWORK_FAILURES = 3;
const RETRY_MS = 15_000;
const UNREACHABLE = 'The site cannot be reached. The upload will retry automatically.';
const NO_NETWORK = 'You are offline. The upload will resume automatically.';

export function createSender(services: UploadServices, store: UploadStore, onAllSent: () => void) {
  const { work, speed, change, setPhase } = store;
  let networkFailures = 0;

  const sendingFiles = () => work.files.flatMap((file, index) => (file.state === 'sending' ? [index] : []));

  function sendNext(): void {
    while (work.state.phase === 'sending' && work.state.counts.sending < PARALLEL_UPLOADS) {
      const index = work.waiting.shift();
      if (index === undefined) break;
      send(index);
    }
    const { phase, counts } = work.state;
    if (phase === 'sending' && counts.sending === 0 && work.waiting.length === 0) onAllSent();
  }

  function send(index: number): void {
    const entry = work.entries[index];
    const batchId = work.state.batch?.id;
    if (!entry || !batchId) return;
    const thisRun = work.run;
    const isCurrent = () => thisRun === work.run && work.files[index]?.state === 'sending';
    entry.countedBytes = undefined;
    entry.sending ??= services.sendFile(entry.picked.file, batchId, {
      progress: (sentBytes) => isCurrent() && progress(index, sentBytes),
      sent: () => isCurrent() && markSent(index),
      failed: (failure) => isCurrent() && fail(index, failure),
    });
    change(index, { state: 'sending', reason: null });
    entry.sending.start();
  }

  function progress(index: number, sentBytes: number): void {
    const entry = work.entries[index];
    if (!entry) return;
    // The first step after a resume reports bytes that arrived earlier, so it says nothing about the speed.
    if (entry.countedBytes !== undefined)
      speed.add(Math.max(0, sentBytes - entry.countedBytes), services.now());
    entry.countedBytes = sentBytes;
    change(index, { sentBytes: Math.min(sentBytes, work.files[index]?.sizeBytes ?? sentBytes) });
  }

  function markSent(index: number): void {
    const file = work.files[index];
    if (!file) return;
    networkFailures = 0;
    progress(index, file.sizeBytes);
    work.saved?.arrived.push(file.key);
    const entry = work.entries[index];
    if (entry) entry.sending = undefined;
    change(index, { state: 'sent', sentBytes: file.sizeBytes });
    sendNext();
  }

  function fail(index: number, failure: SendFailure): void {
    networkFailures = failure.kind === 'network' ? networkFailures + 1 : 0;
    if (failure.kind === 'login') stop('logged_out', services.ended.message);
    else if (failure.kind === 'offline') stop('offline', NO_NETWORK);
    else if (networkFailures >= NETWORK_FAILURES) retryLater();
    else markFailed(index, failure.reason);
  }

  function markFailed(index: number, reason: string): void {
    const entry = work.entries[index];
    if (entry) entry.sending = undefined;
    change(index, { state: 'failed', reason, sentBytes: 0, canRetry: true });
    sendNext();
  }

  function retryLater(): void {
    networkFailures = 0;
    stop('offline', UNREACHABLE);
    const thisRun = work.run;
    void services
      .wait(RETRY_MS)
      .then(() => thisRun === work.run && work.state.phase === 'offline' && resume());
  }

  function resume(): void {
    setPhase('sending');
    sendNext();
  }

  function stop(phase: 'paused' | 'offline' | 'logged_out', message?: string): void {
    const stopped = sendingFiles();
    for (const index of stopped) {
      work.entries[index]?.sending?.pause();
      change(index, { state: 'waiting' });
    }
    work.waiting = [...stopped, ...work.waiting];
    speed.reset();
    setPhase(phase, message);
  }

  return {
    sendNext,
    resume,
    stop,

    reset(): void {
      networkFailures = 0;
      speed.reset();
    },

    discardRest(): number[] {
      const rest = [...sendingFiles(), ...work.waiting];
      for (const index of rest) work.entries[index]?.sending?.discard();
      return rest;
    },
  };
}
