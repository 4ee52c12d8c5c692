import { createHash } from 'node:crypto';
import exifReader from 'exif-reader';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { buildAlbum, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { type BlankSpan, blankInPlace, findLocation } from './without-location.ts';

const testApp = shareTestApp();

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 exif:GPSLatitude="30,16.02N" exif:GPSLongitude='97,44.58W' dc:format="image/jpeg">
<exif:GPSAltitude>1490/10</exif:GPSAltitude></rdf:Description></rdf:RDF></x:xmpmeta>`;

function scene(): Sharp {
  const stripes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="navy"/>
     <circle cx="450" cy="300" r="200" fill="orange"/></svg>`,
  );
  return sharp(stripes).withExif({
    IFD0: { Artist: 'Pat Photographer', Copyright: 'Pat', Model: 'Z9' },
    IFD2: { DateTimeOriginal: '2026:11:14 18:00:00', BodySerialNumber: '12345' },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '30/1 16/1 102/100',
      GPSLongitudeRef: 'W',
      GPSLongitude: '97/1 44/1 5842/100',
    },
  });
}

async function exifOf(file: Buffer) {
  const { exif } = await sharp(file).metadata();
  return exif ? exifReader(exif) : undefined;
}

function blank(piece: Buffer, start: number, spans: readonly BlankSpan[]): Buffer {
  const copy = Buffer.from(piece);
  const sorted = spans.toSorted((one, other) => one.start - other.start);
  blankInPlace(copy, start, sorted);
  return copy;
}

describe('blanking the location of a JPEG', () => {
  test('takes GPS out of EXIF and XMP, and leaves every other byte', async () => {
    const file = await scene().withXmp(XMP).jpeg().toBuffer();
    expect((await exifOf(file))?.GPSInfo?.GPSLatitude).toEqual([30, 16, 1.02]);
    const spans = findLocation(file);
    const clean = blank(file, 0, spans);
    const after = await exifOf(clean);
    expect(after?.GPSInfo ?? {}).toEqual({});
    expect(after?.Image).toMatchObject({ Artist: 'Pat Photographer', Model: 'Z9' });
    expect(after?.Photo).toMatchObject({ BodySerialNumber: '12345' });
    const text = clean.toString('latin1');
    expect(text).not.toMatch(/30,16|97,44|1490/);
    expect(text).toContain('dc:format="image/jpeg"');
    expect(clean.length).toBe(file.length);
    const [before, pixels] = await Promise.all([file, clean].map((jpeg) => sharp(jpeg).raw().toBuffer()));
    expect(pixels?.equals(before ?? Buffer.alloc(0))).toBe(true);
  });

  test('knows the spelling of drones, and leaves the names of namespaces', async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:gps="http://gps.test/1.0/" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/"
 drone-dji:GpsLatitude="+30.2703" drone-dji:GpsLongtitude="-97.7430">
<gps:gpsAltitude>149.5</gps:gpsAltitude></rdf:Description></rdf:RDF></x:xmpmeta>`;
    const file = await scene().withXmp(xmp).jpeg().toBuffer();
    const text = blank(file, 0, findLocation(file)).toString('latin1');
    expect(text).not.toMatch(/30\.2703|97\.7430|149\.5/);
    expect(text).toContain('xmlns:gps="http://gps.test/1.0/"');
  });

  test('takes out the names that photo programs tag on faces', async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:MP="http://ns.microsoft.com/photo/1.2/"
 xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="image/jpeg">
<mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag><rdf:li><rdf:Description mwg-rs:Name="Maya Region"/></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
<MP:RegionInfo><rdf:Description><MPReg:PersonDisplayName>Maya Display</MPReg:PersonDisplayName></rdf:Description></MP:RegionInfo>
<Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>Maya Shown</rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage>
</rdf:Description></rdf:RDF></x:xmpmeta>`;
    const file = await scene().withXmp(xmp).jpeg().toBuffer();
    const clean = blank(file, 0, findLocation(file));
    const text = (await sharp(clean).metadata()).xmp?.toString() ?? '';
    expect(text).not.toContain('Maya');
    expect(text).toContain('dc:format="image/jpeg"');
    expect(text).toMatch(/<mwg-rs:Regions rdf:parseType="Resource">\s+<\/mwg-rs:Regions>/);
  });

  test('takes out notes that are too long for one segment, wherever they are cut', async () => {
    const file = await scene().withXmp(XMP).jpeg().toBuffer();
    const notes = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description drone-dji:GpsLatitude="+30.2703">
<mwg-rs:Regions><rdf:li mwg-rs:Name="Maya Region"/></mwg-rs:Regions><GImage:Data>R1BTIGFnYWlu</GImage:Data></rdf:Description></x:xmpmeta>`;
    const guid = createHash('md5').update(notes).digest('hex').toUpperCase();
    const segment = (from: number, to: number) => {
      const numbers = Buffer.alloc(8);
      numbers.writeUInt32BE(notes.length);
      numbers.writeUInt32BE(from, 4);
      const name = Buffer.from(`http://ns.adobe.com/xmp/extension/\0${guid}`);
      const payload = Buffer.concat([name, numbers, Buffer.from(notes.slice(from, to))]);
      return Buffer.concat([Buffer.from([0xff, 0xe1, 0, payload.length + 2]), payload]);
    };
    for (const cut of [150, 170, 190, 220]) {
      const segments = [0, 120, cut, 250].map((from, index, all) =>
        segment(from, all[index + 1] ?? notes.length),
      );
      const whole = Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)]);
      const clean = blank(whole, 0, findLocation(whole));
      expect(clean.toString('latin1')).not.toMatch(/30\.|703|Maya|Region|R1BT/);
      expect(await sharp(clean).raw().toBuffer()).toEqual(await sharp(file).raw().toBuffer());
    }
  });

  test.each(['GPS', 'GPS>', 'GPS ', 'GPS \n', 'GPS="', '<a:Regions>', '<a:Regions ', '<'])(
    'reads a whole segment of %j in one go',
    (part) => {
      const notes = Buffer.from(`http://ns.adobe.com/xap/1.0/\0${part.repeat(65_000)}`).subarray(0, 65_000);
      const head = Buffer.from([0xff, 0xe1, 0, 0]);
      head.writeUInt16BE(notes.length + 2, 2);
      const segment = Buffer.concat([head, notes]);
      const file = Buffer.concat([
        Buffer.from([0xff, 0xd8]),
        ...Array.from({ length: 10 }, () => segment),
        Buffer.from([0xff, 0xda]),
      ]);
      // Where every beginning is read to the end, this takes minutes.
      expect(() => findLocation(file)).not.toThrow();
    },
  );

  test('gives up on a file whose notes point at each other without end', async () => {
    const directory = (entries: number, pointer: number) => {
      const block = Buffer.alloc(2 + entries * 12 + 4);
      block.writeUInt16BE(entries);
      for (let at = 2; at < block.length - 4; at += 12) {
        block.writeUInt16BE(0x8825, at);
        block.writeUInt32BE(pointer, at + 8);
      }
      return block;
    };
    const head = Buffer.from([...Buffer.from('Exif\0\0MM'), 0, 42, 0, 0, 0, 8]);
    // Every entry of the first directory points to it, so that each has as many location entries as there are in all.
    const exif = Buffer.concat([head, directory(60_000, 8)]);
    const xmp = Buffer.from('http://ns.adobe.com/xap/1.0/\0'.repeat(40_000));
    const file = Buffer.concat([
      await scene().jpeg().toBuffer(),
      exif,
      Buffer.from('Exif\0\0'.repeat(40_000)),
      xmp,
    ]);
    expect(findLocation(file).length).toBeLessThan(100_000);
  });

  test('does the same piece by piece', async () => {
    const file = await scene().withXmp(XMP).jpeg().toBuffer();
    const spans = findLocation(file);
    const pieces: Buffer[] = [];
    for (let at = 0; at < file.length; at += 97) pieces.push(blank(file.subarray(at, at + 97), at, spans));
    expect(Buffer.concat(pieces).equals(blank(file, 0, spans))).toBe(true);
  });

  test('reaches a preview behind the end of the picture', async () => {
    const [main, embedded] = [
      await sharp(await scene().png().toBuffer())
        .jpeg()
        .toBuffer(),
      await scene().jpeg().toBuffer(),
    ];
    const clean = blank(Buffer.concat([main, embedded]), 0, findLocation(Buffer.concat([main, embedded])));
    expect((await exifOf(clean.subarray(main.length)))?.GPSInfo ?? {}).toEqual({});
  });

  test('survives a file that is cut off or lies about its lengths', async () => {
    const file = await scene().withXmp(XMP).jpeg().toBuffer();
    for (let length = 0; length < Math.min(file.length, 3_000); length += 7) {
      expect(() => findLocation(file.subarray(0, length))).not.toThrow();
    }
    const lying = Buffer.from(file);
    lying.fill(0xff, 30, 200);
    expect(() => blank(lying, 0, findLocation(lying))).not.toThrow();
  });
});

describe('an original', () => {
  const download = async (original: Buffer, fileName: string, headers: Record<string, string> = {}) => {
    const album = await buildAlbum(testApp);
    const photographer = 'Zoë Lens';
    const image = await buildImage(testApp, album, { fileName, photographer, files: { original } });
    const scope = { kind: 'single' as const, imageIds: [image.id] };
    const owner = await buildUser(testApp);
    await buildEntitlement(testApp, owner, album, { imageId: image.id });
    const auth = issueImageToken(testApp.context, { folderUuid: album.uuid, userId: owner.id, scope }, 30);
    const url = `/api/images/${album.uuid}/${image.id}.original?auth=${auth}`;
    return testApp.app.inject({ url, headers });
  };

  test('leaves with its name and without its location', async () => {
    const original = await scene().withXmp(XMP).jpeg({ quality: 95 }).toBuffer();
    const answer = await download(original, 'Größe "1".jpg');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(answer.rawPayload.length),
      'content-disposition': `attachment; filename="Gr__e _1_.jpg"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.jpg`,
    });
    expect((await exifOf(answer.rawPayload))?.GPSInfo ?? {}).toEqual({});
    const { exif, xmp } = await sharp(answer.rawPayload).metadata();
    expect(exif?.toString()).toContain('Zoë Lens');
    expect(xmp?.toString()).toMatch(/Zoë Lens.*© 20\d\d Encore/s);
    expect(xmp?.toString()).toMatch(/WebStatement="http[^"]+\/terms".*DMI-PROHIBITED/s);
    expect(xmp?.toString()).not.toMatch(/30,16|97,44|1490/);
    const pixels = [original, answer.rawPayload].map((file) => sharp(file).raw().toBuffer());
    expect(await pixels[1]).toEqual(await pixels[0]);
  });

  test('can be asked for in parts of any size, across what was blanked and inserted', async () => {
    const original = await scene().withXmp(XMP).jpeg().toBuffer();
    const whole = (await download(original, 'a.jpg')).rawPayload;
    expect(whole.length).toBeGreaterThan(original.length);
    for (let from = 0; from < 5_000; from += 411) {
      for (const size of [1, 400, 1_500]) {
        const { rawPayload } = await download(original, 'a.jpg', {
          range: `bytes=${from}-${from + size - 1}`,
        });
        expect(rawPayload.equals(whole.subarray(from, from + size)), `${size} from ${from}`).toBe(true);
      }
    }
  });

  test('resumes in the middle of what was blanked', async () => {
    const original = await scene().jpeg().toBuffer();
    const [span] = findLocation(original);
    const from = (span?.start ?? 0) + 1;
    const whole = await download(original, 'a.jpg');
    const part = await download(original, 'a.jpg', { range: `bytes=${from}-${from + 99}` });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(whole.rawPayload.subarray(from, from + 100))).toBe(true);
  });

  test.each(['png', 'webp', 'tiff'] as const)(
    'of type %s is written again, with nothing but its rights',
    async (format) => {
      const original = await scene().toFormat(format).toBuffer();
      const answer = await download(original, `a.${format}`);
      expect(answer.headers['content-type']).toBe(`image/${format}`);
      expect(await exifOf(answer.rawPayload)).toBeUndefined();
      expect((await sharp(answer.rawPayload).metadata()).xmp?.toString()).toContain('Zoë Lens');
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format, width: 900, height: 600 });
    },
  );
});
