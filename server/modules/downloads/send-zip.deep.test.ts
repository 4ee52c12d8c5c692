import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import exifReader from 'exif-reader';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { originalKey } from '#server/modules/images/image-keys.ts';
import { buildAlbum, buildEvent, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { fetchZip, prepareFailure, zipPath } from '#server/testing/fetch-zip.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { ingestAndWait, makePhoto } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { readZipBuffer } from '#server/testing/zip-directory.ts';

const testApp = startTestApp();
let address = '';
let owner: TestUser;
let album: TestAlbum;

const MB = 1024 ** 2;
/** More than all socket buffers between two processes hold, so that a resting client stops the server. */
const LARGE_BYTES = 12 * MB;

beforeAll(async () => {
  address = await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  owner = await buildUser(testApp);
  album = await buildAlbum(testApp, { performanceOrder: 42, programName: 'Northshore', teamName: 'Royals' });
  for (const fileName of ['A.JPG', 'B.JPG']) await buildImage(testApp, album, { fileName });
});

/** A new owner of an album, with an address for it. */
async function buildOwner(ofAlbum: TestAlbum = album, downloadsUsed = 0) {
  const user = await buildUser(testApp);
  const { id } = await buildEntitlement(testApp, user, ofAlbum, { downloadsUsed });
  const newUrl = async () => address + (await zipPath(testApp, user, id));
  const used = async () => {
    const { db } = testApp.context;
    const row = await db
      .selectFrom('entitlements')
      .select('downloadsUsed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.downloadsUsed;
  };
  return { user, id, newUrl, used, url: await newUrl() };
}

const noise = (bytes: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(bytes)]);

/** Only transfers that pause or break need photos larger than what a connection buffers. */
async function buildLargeAlbum(photoBytes = LARGE_BYTES) {
  const large = await buildAlbum(testApp);
  const images = [];
  for (let minute = 0; minute < 3; minute += 1) {
    images.push(
      await buildImage(testApp, large, {
        capturedAt: new Date(Date.UTC(2026, 10, 14, 18, minute)),
        files: { original: noise(photoBytes) },
      }),
    );
  }
  return { large, images };
}

let shared: ReturnType<typeof buildLargeAlbum> | undefined;
/** For tests that leave the photos as they are. */
const sharedLargeAlbum = () => (shared ??= buildLargeAlbum());

const hide = (imageId: number) =>
  testApp.context.db.updateTable('images').set({ hiddenAt: new Date() }).where('id', '=', imageId).execute();

const codeOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString()).error.code;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('the zip of an album', () => {
  test('holds its photos in the order of the day, under clear names, as they may leave', async () => {
    const event = await buildEvent(testApp, { timeZone: 'America/Chicago' });
    const own = await buildAlbum(testApp, {
      eventId: event.id,
      performanceOrder: 42,
      programName: 'Northshore',
      teamName: 'Royals',
    });
    const target = { eventId: event.id, albumId: own.id };
    const add = async (takenAt: string, fileName: string) => {
      const photo = await makePhoto({ takenAt, offset: '-06:00', hasLocation: true });
      expect((await exifOf(photo))?.GPSInfo).toBeDefined();
      return ingestAndWait(testApp, { ...target, fileName }, photo);
    };
    await add('2026:11:14 14:05:03', 'IMG_0002.JPG');
    await add('2026:11:14 14:05:00', 'IMG_0001.JPG');
    const hidden = await add('2026:11:14 14:05:01', 'HIDDEN.JPG');
    const png = await sharp(await makePhoto({ takenAt: '2026:11:14 14:06:00', hasLocation: true }))
      .withMetadata()
      .png()
      .toBuffer();
    await ingestAndWait(testApp, { ...target, fileName: 'same:name.png' }, png);
    await buildImage(testApp, own, { state: 'failed', failure: 'broken', fileName: 'FAILED.JPG' });
    await hide(hidden.id);

    const { url } = await buildOwner(own);
    const { status, headers, body } = await fetchZip(url);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(body.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-disposition':
        'attachment; filename="042 Northshore Royals.zip"; filename*=UTF-8\'\'042%20Northshore%20Royals.zip',
    });
    const entries = readZipBuffer(body);
    expect(entries.map(({ name, date }) => [name, date])).toEqual([
      ['042 Northshore Royals/0001 IMG_0001.jpg', '2026-11-14 14:05:00'],
      ['042 Northshore Royals/0002 IMG_0002.jpg', '2026-11-14 14:05:02'],
      ['042 Northshore Royals/0003 same_name.png', '2026-11-14 14:06:00'],
    ]);
    for (const entry of entries) {
      expect(crc32(entry.content), entry.name).toBe(entry.crc32);
      expect((await exifOf(entry.content))?.GPSInfo ?? {}, entry.name).toEqual({});
      expect(await sharp(entry.content).metadata()).toMatchObject({ width: 320, height: 200 });
    }
    expectUnzips(body);
  });

  test('of a frame just ingested is ready at once', async () => {
    const own = await buildAlbum(testApp);
    await ingestAndWait(testApp, { eventId: own.eventId, albumId: own.id }, await makePhoto());
    const { id } = await buildEntitlement(testApp, owner, own);
    const { body } = await fetchZip(address + (await zipPath(testApp, owner, id)));
    expect(readZipBuffer(body)).toHaveLength(1);
  });

  test('has a length and a tag for HEAD, which counts nothing', async () => {
    const { url, used } = await buildOwner();
    const head = await fetch(url, { method: 'HEAD' });
    const whole = await fetchZip(await (await buildOwner()).newUrl());
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String(whole.body.length));
    expect(head.headers.get('etag')).toBe(whole.headers.etag);
    expect(await used()).toBe(0);
  });

  test('does not start with HEAD, so its address ends as one that nobody used', async () => {
    const { url } = await buildOwner();
    await fetch(url, { method: 'HEAD' });
    testApp.advanceMinutes(61);
    expect((await fetchZip(url)).status).toBe(403);
  });

  test('gives any part, and refuses what lies behind the end', async () => {
    const { url } = await buildOwner();
    const { body, headers } = await fetchZip(url);
    const part = await fetchZip(url, { headers: { range: 'bytes=10-200' } });
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 10-200/${body.length}`);
    expect(part.body.equals(body.subarray(10, 201))).toBe(true);
    const tail = await fetchZip(url, { headers: { range: 'bytes=-50' } });
    expect(tail.body.equals(body.subarray(-50))).toBe(true);
    const behind = await fetchZip(url, { headers: { range: `bytes=${body.length}-` } });
    expect(behind).toMatchObject({ status: 416, headers: { 'content-range': `bytes */${body.length}` } });
    expect((await fetchZip(url, { headers: { 'if-none-match': String(headers.etag) } })).status).toBe(304);
  });

  test('that broke off goes on to the very bytes it would have been', async () => {
    const { large } = await sharedLargeAlbum();
    const { url, used } = await buildOwner(large);
    const first = await fetchZip(url, { stopAfter: 5 * MB });
    expect(first.isComplete).toBe(false);
    expect(await used()).toBe(0);
    const rest = await fetchZip(url, {
      headers: { range: `bytes=${first.body.length}-`, 'if-range': String(first.headers.etag) },
    });
    expect(rest).toMatchObject({ status: 206, isComplete: true });
    const whole = Buffer.concat([first.body, rest.body]);
    expect(whole.length).toBe(Number(first.headers['content-length']));
    for (const { content, crc32: expected } of readZipBuffer(whole)) expect(crc32(content)).toBe(expected);
    expectUnzips(whole);
    expect(await used()).toBe(1);
  });

  test('of an album without photos is an empty zip', async () => {
    const { url } = await buildOwner(await buildAlbum(testApp));
    expect(readZipBuffer((await fetchZip(url)).body)).toEqual([]);
  });
});

describe('one download is counted', () => {
  test('when the last byte of the photos leaves for the first time with an address', async () => {
    const { url, newUrl, used } = await buildOwner();
    const { body } = await fetchZip(url);
    expect(await used()).toBe(1);
    await fetchZip(url);
    await fetchZip(url, { headers: { range: 'bytes=-1' } });
    expect(await used()).toBe(1);
    const photoBytes = readZipBuffer(body).reduce((sum, { content }) => sum + content.length, 0);
    const next = await newUrl();
    await fetchZip(next, { headers: { range: `bytes=0-${photoBytes - 2}` } });
    expect(await used()).toBe(1);
    await fetchZip(next, { headers: { range: `bytes=${photoBytes - 1}-` } });
    expect(await used()).toBe(2);
  });

  test('however many connections take it in parts or twice', async () => {
    const { large } = await buildLargeAlbum(MB);
    const { url, used } = await buildOwner(large);
    const sizeBytes = Number((await fetch(url, { method: 'HEAD' })).headers.get('content-length'));
    const quarter = Math.ceil(sizeBytes / 4);
    const parts = await Promise.all(
      [0, 1, 2, 3].map((index) =>
        fetchZip(url, { headers: { range: `bytes=${index * quarter}-${(index + 1) * quarter - 1}` } }),
      ),
    );
    expectUnzips(Buffer.concat(parts.map(({ body }) => body)));
    await Promise.all([fetchZip(url), fetchZip(url), fetchZip(url)]);
    expect(await used()).toBe(1);
  });

  test('and not when the client hangs up before the end', async () => {
    const { large } = await sharedLargeAlbum();
    const { url, used } = await buildOwner(large);
    await fetchZip(url, { stopAfter: LARGE_BYTES });
    await pause(200);
    expect(await used()).toBe(0);
  });

  test('exactly: of twenty at once with one left, one is completed', async () => {
    const { url, newUrl, used } = await buildOwner(album, 14);
    const urls = [url, ...(await Promise.all(Array.from({ length: 19 }, newUrl)))];
    const transfers = await Promise.all(urls.map((one) => fetchZip(one)));
    const completed = transfers.filter(({ status, isComplete }) => status === 200 && isComplete);
    expect(completed).toHaveLength(1);
    expect(await used()).toBe(15);
    const counted = urls[transfers.indexOf(completed[0] as never)] ?? '';
    expect((await fetchZip(counted)).isComplete).toBe(true);
    const other = urls.find((one) => one !== counted) ?? '';
    const refused = await fetchZip(other);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'downloads_used_up']);
    expect(await used()).toBe(15);
  });
});

describe('the limit of fifteen downloads holds', () => {
  /** Takes the zip in parts, and says whether every byte that was asked for came. */
  async function takeParts(urlOf: (part: number) => Promise<string>, bytes: number, parts: number) {
    const size = Math.ceil(bytes / parts);
    const transfers = [];
    for (let part = 0; part < parts; part += 1) {
      const end = Math.min(bytes, (part + 1) * size) - 1;
      try {
        const url = await urlOf(part);
        transfers.push(await fetchZip(url, { headers: { range: `bytes=${part * size}-${end}` } }));
      } catch (error) {
        if ((error as Error).message !== 'downloads_used_up') throw error;
        return false;
      }
    }
    return transfers.every(({ status, isComplete }) => status === 206 && isComplete);
  }
  const sizeOf = async (url: string) =>
    Number((await fetch(url, { method: 'HEAD' })).headers.get('content-length'));

  test('when all but the last 23 bytes is taken', async () => {
    const { url, newUrl, used } = await buildOwner();
    const bytes = (await sizeOf(url)) - 23;
    for (let time = 1; time <= 15; time += 1) {
      expect(await takeParts(newUrl, bytes, 1), `download ${time}`).toBe(true);
      expect(await used()).toBe(time);
    }
    expect(await takeParts(newUrl, bytes, 1)).toBe(false);
    expect((await fetchZip(url)).status).toBe(403);
  });

  test('when it is taken in slices with one address', async () => {
    const { url, newUrl, used } = await buildOwner(album, 14);
    const bytes = (await sizeOf(url)) - 23;
    const first = await newUrl();
    expect(await takeParts(async () => first, bytes, 7)).toBe(true);
    expect(await used()).toBe(15);
    expect(await takeParts(async () => url, bytes, 7)).toBe(false);
  });

  test('when each slice is taken with an address of its own, or photos are left off', async () => {
    const { large } = await buildLargeAlbum(MB);
    const { url, newUrl, used } = await buildOwner(large, 13);
    const bytes = await sizeOf(url);
    let copies = 0;
    while (copies < 20 && (await takeParts(newUrl, bytes - 23, 4))) copies += 1;
    expect(copies).toBeLessThanOrEqual(2);
    expect(await used()).toBe(15);
    const other = await buildOwner(large, 13);
    let parts = 0;
    while (parts < 20 && (await takeParts(other.newUrl, Math.floor(bytes * 0.6), 1))) parts += 1;
    expect(parts).toBeLessThanOrEqual(3);
  });

  test('under twenty parts at once of two addresses with one download left', async () => {
    const { large } = await buildLargeAlbum(MB);
    const { url, newUrl, used } = await buildOwner(large, 14);
    const bytes = await sizeOf(url);
    const urls = [url, await newUrl()];
    const size = Math.ceil(bytes / 10);
    const transfers = await Promise.all(
      urls.flatMap((one) =>
        Array.from({ length: 10 }, (_, part) =>
          fetchZip(one, { headers: { range: `bytes=${part * size}-${(part + 1) * size - 1}` } }),
        ),
      ),
    );
    const complete = [0, 10].filter((from) =>
      transfers.slice(from, from + 10).every(({ status, isComplete }) => status === 206 && isComplete),
    );
    expect(complete.length).toBeLessThanOrEqual(1);
    expect(await used()).toBe(15);
  });

  test('when one address is handed around: it gives a few zips and no more', async () => {
    const { large } = await buildLargeAlbum(MB);
    const { url, used } = await buildOwner(large);
    let zips = 0;
    while (zips < 10 && (await fetchZip(url)).isComplete) zips += 1;
    expect(zips).toBeLessThanOrEqual(6);
    expect(await used()).toBe(1);
  });
});

describe('an address', () => {
  test('that nobody was given opens nothing', async () => {
    for (const token of ['x', 'a'.repeat(43), `${'a'.repeat(42)}%00`]) {
      const refused = await fetchZip(`${address}/api/album-zips/${token}`);
      expect([refused.status, codeOf(refused)]).toEqual([403, 'download_link_expired']);
    }
  });

  test('dies with what was paid for: at once, resumed or not', async () => {
    const { url, id } = await buildOwner();
    const first = await fetchZip(url, { headers: { range: 'bytes=0-9' } });
    expect(first.status).toBe(206);
    for (const change of [{ state: 'suspended' }, { state: 'ended', endedAt: new Date() }]) {
      await testApp.context.db.updateTable('entitlements').set(change).where('id', '=', id).execute();
      const refused = await fetchZip(url, { headers: { range: 'bytes=10-' } });
      expect([refused.status, codeOf(refused)]).toEqual([403, 'download_link_expired']);
    }
  });

  test('dies when its owner logs out everywhere', async () => {
    const { user, url } = await buildOwner();
    expect((await fetchZip(url, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
    const body = { everywhere: true };
    await testApp.call(accountEndpoints.logOut, { token: user.token, body });
    const refused = await fetchZip(url, { headers: { range: 'bytes=10-' } });
    expect([refused.status, codeOf(refused)]).toEqual([403, 'download_link_expired']);
  });

  test('serves a changed album from the start, never a mixture', async () => {
    const own = await buildAlbum(testApp);
    const first = await buildImage(testApp, own, { files: { original: noise(1000) } });
    await buildImage(testApp, own, { files: { original: noise(1000) } });
    const { url } = await buildOwner(own);
    const before = await fetchZip(url, { headers: { range: 'bytes=0-99' } });
    await hide(first.id);
    const resume = { range: 'bytes=100-' };
    const named = await fetchZip(url, { headers: { ...resume, 'if-range': String(before.headers.etag) } });
    const unnamed = await fetchZip(url, { headers: resume });
    for (const answer of [named, unnamed]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.etag).not.toBe(before.headers.etag);
      expect(readZipBuffer(answer.body)).toHaveLength(1);
    }
    const whole = await fetchZip(url);
    const part = await fetchZip(url, { headers: resume });
    expect(part.status).toBe(206);
    expect(part.body.equals(whole.body.subarray(100))).toBe(true);
  });

  test('waits an hour to be used; what has begun may go on for a day', async () => {
    const [begun, unused] = [await buildOwner(), await buildOwner()];
    expect((await fetchZip(begun.url, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
    testApp.advanceMinutes(61);
    expect((await fetchZip(begun.url, { headers: { range: 'bytes=10-' } })).status).toBe(206);
    expect((await fetchZip(unused.url)).status).toBe(403);
    testApp.advanceMinutes(24 * 60);
    expect((await fetchZip(begun.url, { headers: { range: 'bytes=10-' } })).status).toBe(403);
  });
});

describe('a zip under way', () => {
  test('breaks off when a photo that has not left yet is hidden', async () => {
    const { large, images } = await buildLargeAlbum();
    const { url, used } = await buildOwner(large);
    const last = images[2]?.id ?? 0;
    const broken = await fetchZip(url, {
      atFirstBytes: async () => {
        await hide(last);
        testApp.advanceMinutes(1);
      },
    });
    expect(broken.isComplete).toBe(false);
    expect(broken.body.length).toBeLessThan(2 * LARGE_BYTES);
    expect(await used()).toBe(0);
    const again = await fetchZip(url, {
      headers: { range: `bytes=${broken.body.length}-`, 'if-range': String(broken.headers.etag) },
    });
    expect(again).toMatchObject({ status: 200, isComplete: true });
    expect(readZipBuffer(again.body)).toHaveLength(2);
  });

  test('breaks off when the purchase is refunded', async () => {
    const { large } = await sharedLargeAlbum();
    const { url, id } = await buildOwner(large);
    const broken = await fetchZip(url, {
      atFirstBytes: async () => {
        await testApp.context.db
          .updateTable('entitlements')
          .set({ state: 'ended', endedAt: new Date() })
          .where('id', '=', id)
          .execute();
        testApp.advanceMinutes(1);
      },
    });
    expect(broken.isComplete).toBe(false);
    expect(broken.body.length).toBeLessThan(2 * LARGE_BYTES);
  });

  test('breaks off when a file is gone, and staff hear of it', async () => {
    const { large, images } = await buildLargeAlbum();
    const { url, used } = await buildOwner(large);
    const { storage } = testApp.context;
    const broken = await fetchZip(url, {
      atFirstBytes: () =>
        storage.delete(originalKey(large.eventId, images[2]?.contentHash ?? Buffer.alloc(0))),
    });
    expect(broken.isComplete).toBe(false);
    expect(await used()).toBe(0);
    expect(await prepareFailure(testApp, large.id)).toContain(
      `missing in the storage: images ${images[2]?.id}`,
    );
  });
});

async function exifOf(photo: Buffer) {
  const { exif } = await sharp(photo).metadata();
  return exif && exifReader(exif);
}

function expectUnzips(zip: Buffer): void {
  if (!existsSync('/usr/bin/unzip')) return;
  const folder = mkdtempSync(join(tmpdir(), 'encore-zip-'));
  try {
    writeFileSync(join(folder, 'album.zip'), zip);
    const report = execFileSync('/usr/bin/unzip', ['-t', join(folder, 'album.zip')]).toString();
    expect(report).toContain('No errors detected');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
