import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

/** Checks every file of a zip against its checksum with `unzip -t`, or here if that tool is missing. */
export function verifyZip(path: string): { files: number; by: 'unzip' | 'node' } {
  const tested = spawnSync('unzip', ['-t', path], { encoding: 'utf8' });
  if (tested.error) return { files: verifyByReading(readFileSync(path)), by: 'node' };
  if (tested.status !== 0 || !tested.stdout.includes('No errors detected')) {
    throw new Error(`unzip -t: ${tested.stdout}${tested.stderr}`);
  }
  return { files: tested.stdout.match(/^\s+testing: .*[^/]\s+OK$/gm)?.length ?? 0, by: 'unzip' };
}

/** Reads uncompressed entries without ZIP64, which is all that a small album has. */
export function verifyByReading(zip: Buffer): number {
  const end = zip.lastIndexOf(Buffer.from(Uint32Array.of(END_OF_DIRECTORY).buffer));
  if (end < 0) throw new Error('the zip has no end');
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry += 1) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error(`entry ${entry} is not in the directory`);
    const [crc, size, header] = [at + 16, at + 24, at + 42].map((place) => zip.readUInt32LE(place));
    const names = [at + 28, at + 30, at + 32].map((place) => zip.readUInt16LE(place));
    const local = header ?? 0;
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    if (crc32(zip.subarray(start, start + (size ?? 0))) !== crc) throw new Error(`entry ${entry} is damaged`);
    at += 46 + names.reduce((sum, length) => sum + length, 0);
  }
  return count;
}
