import type { ServerResponse } from 'node:http';

/** Fills the whole buffer with the next bytes. */
type Fill = (buffer: Buffer) => Promise<void>;

const PIECE_BYTES = 256 * 1024;

/**
 * Fills one buffer while the other is being sent, so a download of any length takes the same memory. Rejects if
 * the client disconnects.
 */
export async function streamBytes(response: ServerResponse, bytes: number, fill: Fill): Promise<void> {
  const write = createWriter(response);
  const pieceBytes = Math.min(PIECE_BYTES, bytes);
  let filling = Buffer.allocUnsafeSlow(pieceBytes);
  let leaving = bytes > pieceBytes ? Buffer.allocUnsafeSlow(pieceBytes) : filling;
  let written = Promise.resolve();
  for (let left = bytes; left > 0; ) {
    const piece = filling.subarray(0, Math.min(left, pieceBytes));
    try {
      await fill(piece);
    } finally {
      await written;
    }
    written = write(piece);
    written.catch(() => undefined);
    [filling, leaving] = [leaving, filling];
    left -= piece.length;
  }
  await written;
}

function createWriter(response: ServerResponse): (piece: Buffer) => Promise<void> {
  let giveUp: (error: Error) => void = () => undefined;
  response.once('close', () => giveUp(new Error('the client disconnected')));
  return (piece) =>
    new Promise((resolve, reject) => {
      giveUp = reject;
      response.write(piece, (error) => (error ? reject(error) : resolve()));
      if (response.destroyed) reject(new Error('the client disconnected'));
    });
}
