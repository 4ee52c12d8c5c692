import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

export type FileHashes = { contentHash: Buffer; crc32: number; sizeBytes: number };

const CHUNK_BYTES = 512 * 1024;

/**
 * Reads the file once for both hashes: SHA-256 identifies the content, and the zip needs the CRC-32. One buffer is
 * reused, because collecting a new one per chunk costs more than the hashing.
 */
export async function hashFile(path: string): Promise<FileHashes> {
  const sha256 = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let checksum = 0;
  let sizeBytes = 0;
  const file = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, sizeBytes);
      if (bytesRead === 0) break;
      const chunk = buffer.subarray(0, bytesRead);
      sha256.update(chunk);
      checksum = crc32(chunk, checksum);
      sizeBytes += bytesRead;
    }
  } finally {
    await file.close();
  }
  return { contentHash: sha256.digest(), crc32: checksum, sizeBytes };
}
