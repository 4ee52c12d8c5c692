// Files travel a few at a time; what stands in the way of all of them stops the line, not the single file.

import { SESSION_ENDED, type UploadDesk, type UploadWorld } from './upload-desk.ts';
import type { SendFailure } from './upload-state.ts';

export const PARALLEL_UPLOADS = 3;
/** So many files in a row without an answer: it is not the files. */
const NETWORK_FAILURES = 3;
const REACH_AGAIN_MS = 15_000;
const UNREACHABLE = 'The site cannot be reached just now. The upload tries again by itself.';
const NO_NETWORK = 'You are offline. The upload goes on by itself once the network is back.';

export function createSender(world: UploadWorld, desk: UploadDesk, onAllSent: () => void) {
  const { work, speed, change, enter } = desk;
  let networkFailures = 0;

  const travelling = () => work.files.flatMap((file, index) => (file.state === 'sending' ? [index] : []));

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
    entry.sending ??= world.sendFile(entry.picked.file, batchId, {
      progress: (sentBytes) => isCurrent() && progress(index, sentBytes),
      sent: () => isCurrent() && arrive(index),
      failed: (failure) => isCurrent() && fail(index, failure),
    });
    change(index, { state: 'sending', reason: null });
    entry.sending.start();
  }

  function progress(index: number, sentBytes: number): void {
    const entry = work.entries[index];
    if (!entry) return;
    // The first step after a resume is what had arrived before: not speed.
    if (entry.countedBytes !== undefined) speed.add(Math.max(0, sentBytes - entry.countedBytes), world.now());
    entry.countedBytes = sentBytes;
    change(index, { sentBytes: Math.min(sentBytes, work.files[index]?.sizeBytes ?? sentBytes) });
  }

  function arrive(index: number): void {
    const file = work.files[index];
    if (!file) return;
    networkFailures = 0;
    progress(index, file.sizeBytes);
    work.remembered?.arrived.push(file.key);
    const entry = work.entries[index];
    if (entry) entry.sending = undefined;
    change(index, { state: 'sent', sentBytes: file.sizeBytes });
    sendNext();
  }

  function fail(index: number, failure: SendFailure): void {
    networkFailures = failure.kind === 'network' ? networkFailures + 1 : 0;
    if (failure.kind === 'login') stop('logged_out', SESSION_ENDED);
    else if (failure.kind === 'offline') stop('offline', NO_NETWORK);
    else if (networkFailures >= NETWORK_FAILURES) reachAgain();
    else giveUp(index, failure.reason);
  }

  function giveUp(index: number, reason: string): void {
    const entry = work.entries[index];
    if (entry) entry.sending = undefined;
    change(index, { state: 'failed', reason, sentBytes: 0, canRetry: true });
    sendNext();
  }

  function reachAgain(): void {
    networkFailures = 0;
    stop('offline', UNREACHABLE);
    const thisRun = work.run;
    void world
      .wait(REACH_AGAIN_MS)
      .then(() => thisRun === work.run && work.state.phase === 'offline' && goOn());
  }

  function goOn(): void {
    enter('sending');
    sendNext();
  }

  function stop(phase: 'paused' | 'offline' | 'logged_out', message?: string): void {
    const stopped = travelling();
    for (const index of stopped) {
      work.entries[index]?.sending?.pause();
      change(index, { state: 'waiting' });
    }
    work.waiting = [...stopped, ...work.waiting];
    speed.reset();
    enter(phase, message);
  }

  return {
    sendNext,
    goOn,
    stop,

    /** A new upload owes nothing to the failures of the last one. */
    startAfresh(): void {
      networkFailures = 0;
      speed.reset();
    },

    /** The files that travel or wait; the server forgets the parts that arrived. */
    discardRest(): number[] {
      const rest = [...travelling(), ...work.waiting];
      for (const index of rest) work.entries[index]?.sending?.discard();
      return rest;
    },
  };
}
