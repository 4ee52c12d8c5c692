import { PASS_ENDED, PASS_HEADER, passEndpoints } from '#contract/endpoints/passes.ts';
import { callApi } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keepUploading } from './keep-uploading.ts';
import { sendByTus } from './send-by-tus.ts';
import { storedUploadMemory } from './upload-memory.ts';
import { createUploadQueue, type UploadQueue } from './upload-queue.ts';
import type { UploadEnded } from './upload-store.ts';

/** The secret is not part of the key, so it is not kept on the device. */
export const passMemory = storedUploadMemory('PASS_UPLOAD');

const ENDED: UploadEnded = { status: 404, message: `${PASS_ENDED} Photos that were uploaded are safe.` };
const queues = new Map<string, UploadQueue>();

/** The queue of a pass lives outside React, so that an upload continues while its photographer opens another tab. */
export function passUploadsOf(token: string): UploadQueue {
  const known = queues.get(token);
  if (known) return known;
  const queue = createUploadQueue({
    openBatch: (_target, totalFiles) =>
      callApi(passEndpoints.openPassBatch, { body: { token, total_files: totalFiles } }),
    getBatch: (batch) => callApi(passEndpoints.getPassBatch, { body: { token, batch }, retry: false }),
    sendFile: sendByTus({ endedStatus: ENDED.status, readHeaders: () => ({ [PASS_HEADER]: token }) }),
    ended: ENDED,
    memory: passMemory,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: Date.now,
    publishEveryMs: 120,
  });
  queue.subscribe(() => {
    if (queue.read().phase === 'done') void queryClient.invalidateQueries({ queryKey: ['pass', token] });
  });
  keepUploading(queue);
  queues.set(token, queue);
  return queue;
}
