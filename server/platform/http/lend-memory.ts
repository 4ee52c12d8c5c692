/** Memory that belongs to one answer until it is given back. */
export type Lent = { memory: Buffer; giveBack(): void };

const PIECE_BYTES = 512 * 1024;
const MOST_WAITING = 16;

const waiting: Buffer[] = [];

/**
 * Lends memory for an answer that is put together for one person. The piece that came back last is lent first, because
 * the processor still has it at hand, and nothing has to be allocated and collected. Whoever never gives it back leaves
 * it to the garbage collector. The memory has what its last user left in it.
 */
export function lendMemory(bytes: number): Lent {
  if (bytes > PIECE_BYTES) return { memory: Buffer.allocUnsafeSlow(bytes), giveBack: () => undefined };
  const piece = waiting.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
  let isLent = true;
  return {
    memory: piece.subarray(0, bytes),
    giveBack() {
      // Given back twice, it would be lent to two people at once.
      if (isLent && waiting.length < MOST_WAITING) waiting.push(piece);
      isLent = false;
    },
  };
}
