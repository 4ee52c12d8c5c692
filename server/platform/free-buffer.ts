/**
 * Frees the memory of a large buffer at once and leaves the buffer empty. Call it only when nothing else reads the buffer.
 * Without it the garbage collector has to run after every second photo, because it counts the memory of photos too.
 */
export function freeBuffer(buffer: Buffer): void {
  const { buffer: memory } = buffer;
  const isWhole = buffer.byteLength === memory.byteLength;
  if (isWhole && memory instanceof ArrayBuffer && !memory.detached) memory.transfer(0);
}
