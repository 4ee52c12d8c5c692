import { bitOf } from './codeword.ts';
import type { Pair } from './open-pair.ts';

export function assembledLength(pair: Pair, code: Uint8Array): number {
  const { tiles, endsA, endsB } = pair;
  if (code.length * 8 < tiles) throw new RangeError('The code has fewer bits than the picture has tiles.');
  let length = pair.head.length;
  let startA = 0;
  let startB = 0;
  for (let tile = 0; tile < tiles; tile += 1) {
    const [endA, endB] = [endsA[tile] as number, endsB[tile] as number];
    length += bitOf(code, tile) === 1 ? endA - startA : endB - startB;
    startA = endA;
    startB = endB;
  }
  return length;
}

/** Returns the viewer's copy as a complete JPEG. */
export function assemble(pair: Pair, code: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafe(assembledLength(pair, code));
  const { tiles, a, b, endsA, endsB } = pair;
  let at = pair.head.copy(copy);
  for (let tile = 0; tile < tiles; ) {
    const bit = bitOf(code, tile);
    // Neighboring tiles of one side lie next to each other in storage, so they are copied at once.
    let end = tile + 1;
    while (end < tiles && bitOf(code, end) === bit) end += 1;
    if (bit === 1) at += a.copy(copy, at, tile === 0 ? 0 : endsA[tile - 1], endsA[end - 1]);
    else at += b.copy(copy, at, tile === 0 ? 0 : endsB[tile - 1], endsB[end - 1]);
    tile = end;
  }
  return copy;
}
