import { open } from 'node:fs/promises';

const HEAD_BYTES = 16;
type Signature = { name: string; isTaken?: true; starts: [offset: number, text: string][] };

/** The first that fits; a raw file begins like a TIFF and goes on differently. */
const SIGNATURES: Signature[] = [
  { name: 'JPEG', isTaken: true, starts: [[0, '\xff\xd8\xff']] },
  { name: 'PNG', isTaken: true, starts: [[0, '\x89PNG\r\n\x1a\n']] },
  {
    name: 'WebP',
    isTaken: true,
    starts: [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  },
  {
    name: 'Canon raw',
    starts: [
      [0, 'II*\0'],
      [8, 'CR'],
    ],
  },
  { name: 'Canon raw', starts: [[4, 'ftypcrx ']] },
  { name: 'Fujifilm raw', starts: [[0, 'FUJIFILMCCD-RAW']] },
  { name: 'TIFF', isTaken: true, starts: [[0, 'II*\0']] },
  { name: 'TIFF', isTaken: true, starts: [[0, 'MM\0*']] },
  { name: 'HEIF', starts: [[4, 'ftyphei']] },
  { name: 'HEIF', starts: [[4, 'ftypmif1']] },
  { name: 'AVIF', starts: [[4, 'ftypavif']] },
  { name: 'video', starts: [[4, 'ftyp']] },
  { name: 'GIF', starts: [[0, 'GIF8']] },
  { name: 'PDF', starts: [[0, '%PDF']] },
];

/** A plain reason when the first bytes are not those of a picture we take; its name says nothing. */
export async function findRefusal(path: string): Promise<string | undefined> {
  const head = await readHead(path);
  const known = SIGNATURES.find(({ starts }) =>
    starts.every(([offset, text]) => head.startsWith(text, offset)),
  );
  if (known?.isTaken) return undefined;
  const what = known ? `This is a ${known.name} file.` : 'This is not a picture.';
  return `${what} Upload JPEG, PNG, WebP or TIFF.`;
}

async function readHead(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
