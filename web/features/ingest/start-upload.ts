// The beginning of an upload: a batch is opened for the files, or the one an interrupted try of them had goes on.

import type { IngestBatch } from '#contract/endpoints/ingest.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { findFault, type PickedFile } from './picture-files.ts';
import type { UploadDesk, UploadWorld } from './upload-desk.ts';
import { fileKey, type Remembered, setKeyOf } from './upload-memory.ts';
import { IDLE, type QueuedFile, type UploadTarget } from './upload-state.ts';

function queueFile(picked: PickedFile): QueuedFile {
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

export type Beginning = { picked: readonly PickedFile[]; target: UploadTarget; onReady: () => void };

export async function startUpload(world: UploadWorld, desk: UploadDesk, beginning: Beginning): Promise<void> {
  const { picked, target, onReady } = beginning;
  const { work } = desk;
  layOut(desk, picked, target);
  const thisRun = work.run;
  if (work.waiting.length === 0) return desk.enter('done');
  try {
    const earlier = findEarlierTry(world, desk, target);
    const batch = await openOrContinue(world, target, { earlier, files: work.waiting.length });
    if (thisRun !== work.run) return;
    takeUp(world, desk, { batch, earlier, target });
    onReady();
  } catch (error) {
    if (thisRun === work.run) desk.clearAway({ ...IDLE, target, message: messageOf(error) });
  }
}

function layOut(desk: UploadDesk, picked: readonly PickedFile[], target: UploadTarget): void {
  const { work } = desk;
  const files = picked.map(queueFile);
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
  desk.tellNow();
}

function findEarlierTry(
  { memory }: UploadWorld,
  { work }: UploadDesk,
  target: UploadTarget,
): Remembered | undefined {
  const earlier = memory.find();
  const isSame =
    earlier?.eventId === target.eventId &&
    earlier.albumId === target.albumId &&
    earlier.setKey === setKeyOf(work.files.map(({ key }) => key));
  return isSame ? earlier : undefined;
}

async function openOrContinue(
  world: UploadWorld,
  target: UploadTarget,
  { earlier, files }: { earlier: Remembered | undefined; files: number },
): Promise<IngestBatch> {
  const continued = earlier && (await world.getBatch(earlier.batchId).catch(() => undefined));
  return continued ?? (await world.openBatch(target, files));
}

/** What arrived in the earlier try need not travel again. */
function takeUp(
  world: UploadWorld,
  desk: UploadDesk,
  { batch, earlier, target }: { batch: IngestBatch; earlier: Remembered | undefined; target: UploadTarget },
): void {
  const { work } = desk;
  const arrived = new Set(earlier?.batchId === batch.id ? earlier.arrived : []);
  const known = work.waiting.filter((index) => arrived.has(work.files[index]?.key ?? ''));
  desk.settle(known, (file) => ({ state: 'sent', sentBytes: file.sizeBytes }));
  work.state = { ...work.state, batch, resumedFiles: known.length };
  work.remembered = {
    batchId: batch.id,
    eventId: target.eventId,
    albumId: target.albumId,
    setKey: setKeyOf(work.files.map(({ key }) => key)),
    totalFiles: work.files.length,
    startedAt: world.now(),
    arrived: [...arrived],
  };
}
