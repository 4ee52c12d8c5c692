import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { findFault, type PickedFile } from './image-files.ts';
import { IDLE, type QueuedFile, type UploadTarget } from './upload-state.ts';
import {
  fileKey,
  type SavedUpload,
  setKeyOf,
  type UploadServices,
  type UploadStore,
} from './upload-store.ts';

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

type StartInput = { picked: readonly PickedFile[]; target: UploadTarget; onReady: () => void };

export async function startUpload(
  services: UploadServices,
  store: UploadStore,
  beginning: StartInput,
): Promise<void> {
  const { picked, target, onReady } = beginning;
  const { work } = store;
  queueFiles(store, picked, target);
  const thisRun = work.run;
  if (work.waiting.length === 0) return store.setPhase('done');
  try {
    const interrupted = findInterrupted(services, store, target);
    const batch = await openOrContinue(services, target, { interrupted, files: work.waiting.length });
    if (thisRun !== work.run) return;
    resumeFrom(services, store, { batch, interrupted, target });
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

function findInterrupted(
  { memory }: UploadServices,
  { work }: UploadStore,
  target: UploadTarget,
): SavedUpload | undefined {
  const interrupted = memory.find();
  const isSame =
    interrupted?.eventId === target.eventId &&
    interrupted.albumId === target.albumId &&
    interrupted.setKey === setKeyOf(work.files.map(({ key }) => key));
  return isSame ? interrupted : undefined;
}

async function openOrContinue(
  services: UploadServices,
  target: UploadTarget,
  { interrupted, files }: { interrupted: SavedUpload | undefined; files: number },
): Promise<IngestBatch> {
  const continued = interrupted && (await services.getBatch(interrupted.batchId).catch(() => undefined));
  return continued ?? (await services.openBatch(target, files));
}

/** Files that arrived before the interruption are not sent again. */
function resumeFrom(
  services: UploadServices,
  store: UploadStore,
  {
    batch,
    interrupted,
    target,
  }: { batch: IngestBatch; interrupted: SavedUpload | undefined; target: UploadTarget },
): void {
  const { work } = store;
  const arrived = new Set(interrupted?.batchId === batch.id ? interrupted.arrived : []);
  const known = work.waiting.filter((index) => arrived.has(work.files[index]?.key ?? ''));
  store.settle(known, (file) => ({ state: 'sent', sentBytes: file.sizeBytes }));
  work.state = { ...work.state, batch, resumedFiles: known.length };
  work.saved = {
    batchId: batch.id,
    eventId: target.eventId,
    albumId: target.albumId,
    setKey: setKeyOf(work.files.map(({ key }) => key)),
    totalFiles: work.files.length,
    startedAt: services.now(),
    arrived: [...arrived],
  };
}
