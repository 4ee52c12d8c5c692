import { useSyncExternalStore } from 'react';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { callApi } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { closeSession, readSession, subscribeToSession } from '#web/lib/session.ts';
import { sendByTus } from './send-by-tus.ts';
import { storedUploadMemory } from './upload-memory.ts';
import { createUploadQueue } from './upload-queue.ts';
import { isInProgress } from './upload-state.ts';

export const uploads = createUploadQueue({
  openBatch: ({ eventId, albumId }, totalFiles) =>
    callApi(ingestEndpoints.openBatch, { body: { event: eventId, album: albumId, total_files: totalFiles } }),
  getBatch: (id) => callApi(ingestEndpoints.getBatch, { params: { id }, retry: false }),
  sendFile: sendByTus,
  memory: storedUploadMemory,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: Date.now,
  publishEveryMs: 120,
});

export function useUploads() {
  return useSyncExternalStore(uploads.subscribe, uploads.read);
}

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

let startedBy: number | undefined;
let phase = uploads.read().phase;

uploads.subscribe(() => {
  const before = phase;
  phase = uploads.read().phase;
  if (before === phase) return;
  if (phase === 'opening') startedBy = readSession().user?.id;
  if (isInProgress(phase)) window.addEventListener('beforeunload', warnBeforeLeaving);
  else window.removeEventListener('beforeunload', warnBeforeLeaving);
  if (phase === 'logged_out') closeSession();
  if (phase === 'done') void queryClient.invalidateQueries({ queryKey: ['staff'] });
});

subscribeToSession(() => {
  const { user } = readSession();
  if (user && startedBy !== undefined && user.id !== startedBy) uploads.abandon();
  else if (!user && phase === 'sending') uploads.stopForLogin();
});

window.addEventListener('online', () => {
  if (phase === 'offline') uploads.resume();
});
window.addEventListener('pagehide', uploads.saveProgress);
