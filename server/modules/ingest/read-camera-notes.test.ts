import { expect, test } from 'vitest';
import { writeIim } from '#server/modules/images/iim.ts';
import { readCameraNotes } from './read-camera-notes.ts';

/** EXIF with these texts in its first directory. */
function exifWith(texts: Record<number, Buffer>): Buffer {
  const entries = Object.entries(texts).map(([tag, text]) => ({ tag: Number(tag), text }));
  let at = 8 + 2 + entries.length * 12 + 4;
  const head = Buffer.alloc(at);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries.length, 8);
  for (const [index, { tag, text }] of entries.entries()) {
    const entry = 10 + index * 12;
    head.writeUInt16LE(tag, entry);
    head.writeUInt16LE(2, entry + 2);
    head.writeUInt32LE(text.length, entry + 4);
    head.writeUInt32LE(at, entry + 8);
    at += text.length;
  }
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), head, ...entries.map(({ text }) => text)]);
}

const ARTIST = 0x013b;
const COPYRIGHT = 0x8298;
const name = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(`${text}\0`, encoding);
const photographerOf = (notes: Parameters<typeof readCameraNotes>[0]) =>
  readCameraNotes(notes, 'UTC').photographer;

test.each<[string, BufferEncoding]>([
  ['UTF-8', 'utf8'],
  ['the encoding of Windows', 'latin1'],
])('an accented artist in %s is credited, not whoever is named in the copyright', (_, encoding) => {
  const exif = exifWith({ [ARTIST]: name('José Núñez', encoding), [COPYRIGHT]: name('Big Studio Inc') });
  expect(photographerOf({ exif })).toBe('José Núñez');
});

test('the creator in XMP comes before the By-line, and the By-line before the artist in EXIF', () => {
  const exif = exifWith({ [ARTIST]: name('Camera Owner') });
  const iptc = Buffer.concat([
    Buffer.from('Photoshop 3.0\0', 'latin1'),
    writeIim([{ name: '2:80', value: Buffer.from('Renée Dæl', 'latin1') }]),
  ]);
  const xmp = Buffer.from(
    '<dc:creator>\n <rdf:Seq>\n <rdf:li>Zo&#xEB; O&apos;Neil &amp; S&#248;n</rdf:li></rdf:Seq></dc:creator>',
  );
  expect(photographerOf({ exif, iptc, xmp })).toBe("Zoë O'Neil & Søn");
  expect(photographerOf({ exif, iptc })).toBe('Renée Dæl');
  expect(photographerOf({ exif, xmp: Buffer.from('<dc:creator/>') })).toBe('Camera Owner');
  expect(photographerOf({ iptc: Buffer.from('8BIM\x04\x04\x00\x00\xff\xff', 'latin1') })).toBeNull();
});

test('unclosed tags before the creator are passed over, however many', () => {
  const open = '<dc:creator '.repeat(1_000_000);
  const xmp = Buffer.from(`${open}<dc:creator><rdf:Seq><rdf:li>Zoë</rdf:li></rdf:Seq></dc:creator>`);
  expect(photographerOf({ xmp })).toBe('Zoë');
});

test.each([
  ['Canon', 'Canon EOS R6', 'Canon EOS R6'],
  ['NIKON CORPORATION', 'NIKON Z 9', 'NIKON Z 9'],
  ['SONY', 'ILCE-9M3', 'SONY ILCE-9M3'],
])('%s %s is called %s', (make, model, expected) => {
  const exif = exifWith({ 271: name(make), 272: name(model) });
  expect(readCameraNotes({ exif }, 'UTC').cameraModel).toBe(expected);
});

test('notes of megabytes that never say who made the photo are read in one go', () => {
  // Where every beginning is read to the end, this takes minutes.
  const xmp = Buffer.from('<dc:creator '.repeat(200_000));
  expect(readCameraNotes({ xmp }, 'UTC').photographer).toBeNull();
});
