/** A buffer that belongs to one answer until it is released. */
export type Pooled = { buffer: Buffer; release(): void };

const PIECE_BYTES = 512 * 1024;
const MAX_FREE = 16;

const free: Buffer[] = [];

/**
 * Buffers for answers that are assembled for one person. Without the pool each marked preview is allocated and
 * collected, and previews that many people look at get 0.41 of the rate of a bare server instead of 0.59 (`npm run
 * bench:images`). A buffer that is never released goes to the garbage collector. It still holds the bytes of its last
 * user.
 */
export function takeBuffer(bytes: number): Pooled {
  if (bytes > PIECE_BYTES) return { buffer: Buffer.allocUnsafeSlow(bytes), release: () => undefined };
  const piece = free.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
  let isTaken = true;
  return {
    buffer: piece.subarray(0, bytes),
    release() {
      // Released twice, it would be given to two people at once.
      if (isTaken && free.length < MAX_FREE) free.push(piece);
      isTaken = false;
    },
  };
}
