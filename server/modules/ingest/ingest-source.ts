import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Context } from '#server/context.ts';
import { type Received, receiveFile } from './receive-file.ts';
import { uploadFolder } from './uploads/upload-folder.ts';

export type IngestTarget = { eventId: number; albumId: number | null };

/** Receives a copy, so that the photographer's file is never moved, changed or deleted. */
export async function ingestSource(
  context: Context,
  target: IngestTarget,
  sourcePath: string,
): Promise<Received> {
  const folder = uploadFolder(context);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.copy`);
  try {
    await copyFile(sourcePath, path, constants.COPYFILE_FICLONE);
    const fileName = basename(sourcePath);
    return await receiveFile(context, { ...target, path, fileName, announced: null, uploadedBy: null });
  } finally {
    await rm(path, { force: true });
  }
}
