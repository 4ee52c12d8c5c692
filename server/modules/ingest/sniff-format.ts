import { open } from 'node:fs/promises';

const HEAD_BYTES = 16;
type Signature = { name: string; isAccepted?: true; starts: [offset: number, text: string][] };

/** The first match counts: a raw file starts like a TIFF, so raw formats come first. */
const SIGNATURES: Signature[] = [
  { name: 'JPEG', isAccepted: true, starts: [[0, '\xff\xd8\xff']] },
  { name: 'PNG', isAccepted: true, starts: [[0, '\x89PNG\r\n\x1a\n']] },
  {
    name: 'WebP',
    isAccepted: true,
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
  { name: 'TIFF', isAccepted: true, starts: [[0, 'II*\0']] },
  { name: 'TIFF', isAccepted: true, starts: [[0, 'MM\0*']] },
  { name: 'HEIF', starts: [[4, 'ftyphei']] },
  { name: 'HEIF', starts: [[4, 'ftypmif1']] },
  { name: 'AVIF', starts: [[4, 'ftypavif']] },
  { name: 'video', starts: [[4, 'ftyp']] },
  { name: 'GIF', starts: [[0, 'GIF8']] },
  { name: 'PDF', starts: [[0, '%PDF']] },
];

/** Checks the first bytes, because the file name proves nothing. Returns a reason for the photographer. */
export async function findRefusal(path: string): Promise<string | undefined> {
  const head = await readHead(path);
  const known = SIGNATURES.find(({ starts }) =>
    starts.every(([offset, text]) => head.startsWith(text, offset)),
  );
  if (known?.isAccepted) return undefined;
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
