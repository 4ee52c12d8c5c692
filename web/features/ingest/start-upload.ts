import { messageOf } from '#web/lib/api-error.ts';
import { findFault, type PickedFile } from './image-files.ts';
import { IDLE, type QueuedFile, type UploadTarget } from './upload-state.ts';
import { fileKey, setKeyOf, type UploadServices, type UploadStore } from './upload-store.ts';

function toQueuedFile(picked: PickedFile): QueuedFile {
  const fault = findFault(picked.file);
  return {
    key: fileKey(picked),
    name: picked.file.name,
    path: picked.path,
    sizeBytes: picked.file.size,
    sentBytes: 0,
    state: fault ? 'failed' : 'waiting',
    reason: fault ?? null,
    canRetry: !fault,
  };
}

/** Calls `onReady` once the server expects the files. */
export async function startUpload(
  services: UploadServices,
  store: UploadStore,
  { picked, target, onReady }: { picked: readonly PickedFile[]; target: UploadTarget; onReady: () => void },
): Promise<void> {
  const { work } = store;
  queueFiles(store, picked, target);
  const thisRun = work.run;
  if (work.waiting.length === 0) return store.setPhase('done');
  const setKey = setKeyOf(work.files.map(({ key }) => key));
  const { eventId, albumId } = target;
  try {
    const saved = services.memory.find();
    const isSame = saved?.eventId === eventId && saved.albumId === albumId && saved.setKey === setKey;
    const continued = isSame ? await services.getBatch(saved.batchId).catch(() => undefined) : undefined;
    const batch = continued ?? (await services.openBatch(target, work.waiting.length));
    if (thisRun !== work.run) return;
    // Files that arrived before the interruption are not sent again.
    const arrived = new Set(continued && saved?.arrived);
    const known = work.waiting.filter((index) => arrived.has(work.files[index]?.key ?? ''));
    store.settle(known, (file) => ({ state: 'sent', sentBytes: file.sizeBytes }));
    work.state = { ...work.state, batch, resumedFiles: known.length };
    const totalFiles = work.files.length;
    const startedAt = services.now();
    work.saved = {
      batchId: batch.id,
      eventId,
      albumId,
      setKey,
      totalFiles,
      startedAt,
      arrived: [...arrived],
    };
    onReady();
  } catch (error) {
    if (thisRun === work.run) store.reset({ ...IDLE, target, message: messageOf(error) });
  }
}

function queueFiles(store: UploadStore, picked: readonly PickedFile[], target: UploadTarget): void {
  const { work } = store;
  const files = picked.map(toQueuedFile);
  const waiting = files.flatMap((file, index) => (file.state === 'waiting' ? [index] : []));
  work.run += 1;
  work.entries = picked.map((one) => ({ picked: one }));
  work.files = files;
  work.waiting = waiting;
  work.state = {
    ...IDLE,
    phase: 'opening',
    target,
    totalBytes: waiting.reduce((sum, index) => sum + (files[index]?.sizeBytes ?? 0), 0),
    counts: { ...IDLE.counts, waiting: waiting.length, failed: files.length - waiting.length },
  };
  store.publish();
}
