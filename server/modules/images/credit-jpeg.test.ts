import exifReader from 'exif-reader';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readCameraNotes } from '#server/modules/ingest/read-camera-notes.ts';
import { creditJpeg, insertBytes, type Rights } from './credit-jpeg.ts';
import { decodeText, readIim, writeIim } from './iim.ts';

const RIGHTS: Rights = {
  creator: 'Zoë "Núñez" & <Søn>',
  holder: 'Élan Photos',
  notice: '© 2026 Élan Photos',
  url: 'https://elan.test/terms?a=1&b=2',
};

const OLD_XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/" xmp:Rating="4" plus:DataMining="http://ns.useplus.org/ldf/vocab/DMI-ALLOWED">
<dc:creator><rdf:Seq><rdf:li>Somebody Else</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>`;

const plain = () => sharp({ create: { width: 90, height: 60, channels: 3, background: '#48a' } }).jpeg();
const withExif = () =>
  plain().withExif({ IFD0: { Artist: 'Somebody Else', Model: 'Z9' }, IFD2: { BodySerialNumber: '77' } });

/** Puts a Photoshop block with a caption and a By-line of another person into the file. */
function withIptc(jpeg: Buffer): Buffer {
  const block = Buffer.concat([
    Buffer.from('Photoshop 3.0\0', 'latin1'),
    writeIim([
      { name: '2:80', value: Buffer.from('Somebody Else') },
      { name: '2:120', value: Buffer.from('Ol\xe9, finals', 'latin1') },
    ]),
  ]);
  const head = Buffer.from([0xff, 0xed, 0, block.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, block, jpeg.subarray(2)]);
}

function credit(jpeg: Buffer): Buffer {
  const { spans, insertions } = creditJpeg(jpeg, RIGHTS);
  const file = Buffer.from(jpeg);
  for (const { start, endExclusive, fill } of spans) file.fill(fill, start, endExclusive);
  return insertBytes(file, insertions);
}

describe('a sold JPEG says whose it is', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['without any notes', () => plain().toBuffer()],
    ['with EXIF', () => withExif().toBuffer()],
    ['with EXIF and XMP', () => withExif().withXmp(OLD_XMP).toBuffer()],
    ['with IPTC', async () => withIptc(await plain().toBuffer())],
    ['with all three', async () => withIptc(await withExif().withXmp(OLD_XMP).toBuffer())],
  ])('%s', async (_, make) => {
    const original = await make();
    const file = credit(original);
    const { exif, iptc, xmp } = await sharp(file).metadata();
    for (const notes of [{ exif }, { iptc }, { xmp }])
      expect(readCameraNotes(notes, 'UTC').photographer).toBe(RIGHTS.creator);
    const tags = exif && exifReader(exif);
    expect(decodeText(tags?.Image?.Copyright as unknown as Buffer)).toBe(`${RIGHTS.notice}\0`);
    const text = xmp?.toString() ?? '';
    expect(text).toContain('plus:DataMining="http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED"');
    expect(text).toContain('xmpRights:WebStatement="https://elan.test/terms?a=1&amp;b=2"');
    expect(text).toContain('photoshop:Credit="Élan Photos"');
    expect(text).toContain('>© 2026 Élan Photos</rdf:li>');
    expect(text.match(/DataMining=|<dc:creator>/g)).toHaveLength(2);
    const datasets = new Map(readIim(iptc).map(({ name, value }) => [name, value.toString()]));
    expect(datasets.get('2:116')).toBe(RIGHTS.notice);
    const pixels = await Promise.all([original, file].map((jpeg) => sharp(jpeg).raw().toBuffer()));
    expect(pixels[0]?.equals(pixels[1] ?? Buffer.alloc(0))).toBe(true);
  });

  test('and keeps its other notes', async () => {
    const file = credit(
      withIptc(await withExif().withXmp(OLD_XMP).withMetadata({ orientation: 6 }).toBuffer()),
    );
    const { exif, iptc, xmp, orientation } = await sharp(file).metadata();
    const tags = exif && exifReader(exif);
    expect(tags?.Photo?.BodySerialNumber).toBe('77');
    expect(tags?.Image?.Model).toBe('Z9');
    expect(orientation).toBe(6);
    expect(xmp?.toString()).toContain('xmp:Rating="4"');
    expect(
      readIim(iptc)
        .find(({ name }) => name === '2:120')
        ?.value.toString(),
    ).toBe('Olé, finals');
  });
});

test('notes that are cut off, lie about their lengths or fill their segment do no harm', async () => {
  const original = withIptc(await withExif().withXmp(OLD_XMP).toBuffer());
  for (let length = 0; length < original.length; length += 5)
    expect(() => creditJpeg(original.subarray(0, length), RIGHTS)).not.toThrow();
  for (let at = 2; at < 900; at += 3) {
    const lying = Buffer.from(original);
    lying.fill(0xff, at, at + 4);
    expect(() => creditJpeg(lying, RIGHTS)).not.toThrow();
  }
  const full = await withExif().withXmp(OLD_XMP.padEnd(65_000, ' ')).toBuffer();
  const { xmp } = await sharp(credit(full)).metadata();
  expect(xmp?.toString()).toContain('DMI-PROHIBITED');
  expect(xmp?.toString()).not.toContain('Somebody Else');
});
