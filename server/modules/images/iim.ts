// IIM is the older form of the IPTC metadata: a list of datasets inside a Photoshop block of the file.

const MARKER = 0x1c;
const RESOURCE = Buffer.from([...Buffer.from('8BIM'), 0x04, 0x04]);
export const BYLINE = '2:80';

export type Dataset = { name: string; value: Buffer };

/** Takes what sharp reads from a JPEG (a Photoshop block) or from a TIFF (the datasets alone). */
export function readIim(block: Buffer | undefined): Dataset[] {
  if (!block) return [];
  const found = block[0] === MARKER ? 0 : block.indexOf(RESOURCE);
  if (found === -1) return [];
  return [...datasetsOf(block[0] === MARKER ? block : resourceAt(block, found + RESOURCE.length))];
}

/** A padded name and the size come before the data. */
function resourceAt(block: Buffer, at: number): Buffer {
  const nameBytes = 1 + (block[at] ?? 0);
  const start = at + nameBytes + (nameBytes % 2) + 4;
  return start > block.length
    ? Buffer.alloc(0)
    : block.subarray(start, start + block.readUInt32BE(start - 4));
}

function* datasetsOf(iim: Buffer): Generator<Dataset> {
  for (let at = 0; at + 5 <= iim.length && iim[at] === MARKER; ) {
    const end = at + 5 + iim.readUInt16BE(at + 3);
    if (end > iim.length) return;
    yield { name: `${iim[at + 1]}:${iim[at + 2]}`, value: iim.subarray(at + 5, end) };
    at = end;
  }
}

export function writeIim(datasets: readonly Dataset[]): Buffer {
  const data = Buffer.concat(
    datasets.map(({ name, value }) => {
      const head = Buffer.from([MARKER, ...name.split(':').map(Number), 0, 0]);
      head.writeUInt16BE(value.length, 3);
      return Buffer.concat([head, value]);
    }),
  );
  const head = Buffer.concat([RESOURCE, Buffer.alloc(6)]);
  head.writeUInt32BE(data.length, 8);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

/** Cameras and tools write UTF-8 or, if they are old, the encoding of Windows. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}
