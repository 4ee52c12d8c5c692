import { useSyncExternalStore } from 'react';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { callApi } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { closeSession, readSession, subscribeToSession } from '#web/lib/session.ts';
import { sendByTus } from './send-files.ts';
import { createUploadQueue, keepUploading } from './upload-queue.ts';
import { REAL_TIME, storedUploadMemory, type UploadEnded } from './upload-store.ts';

const ENDED: UploadEnded = {
  status: 401,
  message: 'Your session has ended. Log in again to continue. Uploaded photos are safe.',
};

export const staffMemory = storedUploadMemory('INGEST_UPLOAD');

export const uploads = createUploadQueue({
  openBatch: ({ eventId, albumId }, totalFiles) =>
    callApi(ingestEndpoints.openBatch, { body: { event: eventId, album: albumId, total_files: totalFiles } }),
  getBatch: (id) => callApi(ingestEndpoints.getBatch, { params: { id }, retry: false }),
  sendFile: sendByTus({
    endedStatus: ENDED.status,
    readHeaders(): Record<string, string> {
      const { token } = readSession();
      return token ? { authorization: `Bearer ${token}` } : {};
    },
  }),
  ended: ENDED,
  memory: staffMemory,
  ...REAL_TIME,
});

export function useUploads() {
  return useSyncExternalStore(uploads.subscribe, uploads.read);
}

let startedBy: number | undefined;
let phase = uploads.read().phase;

uploads.subscribe(() => {
  const before = phase;
  phase = uploads.read().phase;
  if (before === phase) return;
  if (phase === 'opening') startedBy = readSession().user?.id;
  if (phase === 'logged_out') closeSession();
  if (phase === 'done') void queryClient.invalidateQueries({ queryKey: ['staff'] });
});

subscribeToSession(() => {
  const { user } = readSession();
  if (user && startedBy !== undefined && user.id !== startedBy) uploads.abandon();
  else if (!user && phase === 'sending') uploads.stopForLogin();
});

keepUploading(uploads);
