import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY_FOLDER = '/dev/shm';
const NAME = /^encore-tests-(\d+)$/;
const NEEDED_BYTES = 4 * 2 ** 30;

/**
 * Lets tests keep their databases and files in memory where there is plenty of it, because copying a database on disk
 * takes ten times as much processor time.
 */
export function keepFilesInMemory() {
  if (process.env.TMPDIR || !hasRoom()) return;
  removeLeftovers();
  const folder = join(MEMORY_FOLDER, `encore-tests-${process.pid}`);
  // When started as root, the database runs as another user, who must be able to enter the folder.
  mkdirSync(folder, { mode: 0o755 });
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  if (canRunPrograms(folder)) process.env.TMPDIR = folder;
}

function hasRoom() {
  if (process.platform !== 'linux' || !existsSync(MEMORY_FOLDER)) return false;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return Math.min(bavail * bsize, process.availableMemory?.() ?? freemem()) >= NEEDED_BYTES;
}

/** A run that was killed could not remove its folder. */
function removeLeftovers() {
  for (const name of readdirSync(MEMORY_FOLDER)) {
    const pid = NAME.exec(name)?.[1];
    if (pid && !existsSync(`/proc/${pid}`)) {
      rmSync(join(MEMORY_FOLDER, name), { recursive: true, force: true });
    }
  }
}

function canRunPrograms(folder) {
  const program = join(folder, 'try');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}
