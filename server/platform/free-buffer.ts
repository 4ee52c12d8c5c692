/**
 * Frees the memory of a large buffer at once; the buffer is empty afterwards. Only its single user may call it. Photos
 * would otherwise make the garbage collector run for every second one, since it counts their memory as its own.
 */
export function freeBuffer(buffer: Buffer): void {
  const { buffer: memory } = buffer;
  const isWhole = buffer.byteLength === memory.byteLength;
  if (isWhole && memory instanceof ArrayBuffer && !memory.detached) memory.transfer(0);
}
