import { join } from 'node:path';
import { generateSync } from 'otplib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { leakEndpoints } from '#contract/endpoints/leaks.ts';
import { secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import { watermarkEndpoints } from '#contract/endpoints/watermark.ts';
import { listFingerprints, listMissing } from '#server/modules/images/fingerprints.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { ingestAndWait, reloadImage } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { runLeakSearch, sweepLeakSearches } from './run-leak-search.ts';
import { searchLeakedFiles } from './search-leaked-files.ts';
import { leakedImageKey, leakedImageKeys, leakSearchJob } from './start-leak-search.ts';

const testApp = startTestApp();
const SCENES = join(import.meta.dirname, '../../demo/scenes');
const calls = leakEndpoints;
let album: TestAlbum;
let imageId: number;
let staff: TestUser;
let codes: string[];
let people: [TestUser, TestUser, TestUser];

const photoOf = (scene: string) => sharp(join(SCENES, scene)).resize(800).jpeg({ quality: 88 }).toBuffer();

beforeAll(async () => {
  album = await buildAlbum(testApp);
  const target = { eventId: album.eventId, albumId: album.id };
  imageId = (await ingestAndWait(testApp, target, await photoOf('pyramid-01-azure.jpg'))).id;
  staff = await buildUser(testApp, { role: 'super' });
  codes = await turnOnSecondFactor(staff);
  people = [await buildUser(testApp), await buildUser(testApp), await buildUser(testApp)];
  for (const user of people) await holdAlbum(testApp, user, album);
});

async function turnOnSecondFactor({ token }: TestUser): Promise<string[]> {
  const { body } = await testApp.call(secondFactorEndpoints.enrollSecondFactor, { token });
  const epoch = Math.floor(testApp.context.clock.now().getTime() / 1000);
  const code = generateSync({ secret: body.secret, epoch });
  const confirmed = await testApp.call(secondFactorEndpoints.confirmSecondFactor, { token, body: { code } });
  return confirmed.body.recovery_codes;
}

async function copyFor({ id: userId }: TestUser, of = imageId): Promise<Buffer> {
  const grant = { folderUuid: album.uuid, userId, scope: { kind: 'previews' as const } };
  const auth = issueImageToken(testApp.context, grant, 30);
  const { statusCode, rawPayload } = await testApp.app.inject({
    url: `/api/images/${album.uuid}/${of}.preview?auth=${auth}`,
  });
  expect(statusCode).toBe(200);
  return rawPayload;
}

/** A crop of two thirds, made smaller and saved again. */
async function leakOf(copy: Buffer): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(copy).metadata();
  const area = {
    left: Math.round(width * 0.12),
    top: Math.round(height * 0.08),
    width: Math.round(width * 0.82),
    height: Math.round(height * 0.82),
  };
  const cut = await sharp(copy).extract(area).png().toBuffer();
  return sharp(cut).resize(600).jpeg({ quality: 70 }).toBuffer();
}

type Fields = { code?: string; reason?: string; album?: number; event?: number; pictures?: number };
const wanted = (fields: Fields = {}) => ({
  reason: 'Seen on a public page',
  event: null,
  album: null,
  pictures: 1,
  ...fields,
  code: fields.code ?? codes.pop() ?? '',
});
const start = (body = wanted(), token = staff.token) => testApp.call(calls.startLeakSearch, { token, body });
const send = (id: number, picture: Buffer, token = staff.token, number = 1) =>
  testApp.call(calls.sendLeakedImage, { token, params: { id }, query: { number }, picture });
const read = async (id: number) =>
  (await testApp.call(calls.getLeakSearch, { token: staff.token, params: { id } })).body;

/** Carries out the job itself, because nobody knows how many seconds a search takes on a busy machine. */
async function search(leak: Buffer | Buffer[], fields: Fields) {
  const pictures = [leak].flat();
  const { body } = await start(wanted({ ...fields, pictures: pictures.length }));
  const enqueue = vi.spyOn(testApp.context.queue, 'enqueue').mockResolvedValue();
  try {
    for (const [i, picture] of pictures.entries()) {
      expect(enqueue).not.toHaveBeenCalled();
      expect(await send(body.id, picture, staff.token, i + 1)).toMatchObject({ status: 200 });
    }
    expect(enqueue.mock.lastCall?.slice(1)).toEqual([leakSearchJob, { traceId: body.id }]);
  } finally {
    enqueue.mockRestore();
  }
  await runLeakSearch(testApp.context, body.id, new AbortController().signal);
  return read(body.id);
}

test('a photo can be searched as soon as it is ready', async () => {
  const scope = { albumId: album.id, eventId: null };
  const photos = await listFingerprints(testApp.context.db, scope, { afterId: 0, limit: 10 });
  expect(photos).toMatchObject([{ imageId, fingerprint: expect.any(Buffer) }]);
  expect(photos[0]?.fingerprint.length).toBeGreaterThan(500);
  expect(await listMissing(testApp.context, scope)).toEqual([]);
});

test('a cropped and recompressed copy names the account it was shown to, and nobody else', async () => {
  const [ana] = people;
  for (const user of people) await copyFor(user);
  const found = await search(await leakOf(await copyFor(ana)), { album: album.id });
  expect(found).toMatchObject({ state: 'named', progress: 100, photo: { image: { id: imageId } } });
  expect(found.findings.map(({ account }) => account?.id)).toEqual([ana.id]);
  expect(found.findings[0]?.chance).toBeLessThan(1e-6);
  expect(await testApp.context.storage.stat(leakedImageKey(found.id))).toBeUndefined();
  const history = await testApp.context.db
    .selectFrom('auditLog')
    .select(['action', 'subject', 'actorId'])
    .where('action', 'like', 'trace.%')
    .execute();
  expect(history).toContainEqual({ action: 'trace.start', subject: `trace:${found.id}`, actorId: staff.id });
  expect(history).toContainEqual({ action: 'trace.named', subject: `user:${ana.id}`, actorId: staff.id });
  const { body } = await testApp.call(calls.listLeakSearches, { token: staff.token });
  expect(body.traces.find(({ id }) => id === found.id)?.findings).toEqual([]);
});

test('the viewer of a copy that was mirrored and turned sideways is found too', async () => {
  const [ana] = people;
  const leak = await sharp(await leakOf(await copyFor(ana)))
    .flop()
    .toBuffer()
    .then((mirrored) => sharp(mirrored).rotate(90).jpeg({ quality: 80 }).toBuffer());
  const found = await search(leak, { album: album.id });
  expect(found.findings.map(({ account }) => account?.id)).toEqual([ana.id]);
});

test('the viewer of a copy from before the watermark was changed is still found, and the finding goes with the account', async () => {
  const [, ben] = people;
  const leak = await leakOf(await copyFor(ben));
  const before = (await reloadImage(testApp, imageId)).mark;
  await testApp.call(settingsEndpoints.changeSettings, {
    token: staff.token,
    body: { watermark_text: 'another text' },
  });
  await testApp.call(watermarkEndpoints.startWatermarkRemake, { token: staff.token });
  await eventually(
    async () => ((await reloadImage(testApp, imageId)).mark === before ? undefined : true),
    'the new watermark',
  );
  const found = await search(leak, { event: album.eventId });
  expect(found.findings.map(({ account }) => account?.id)).toEqual([ben.id]);
  await testApp.context.db.deleteFrom('users').where('id', '=', ben.id).execute();
  expect((await read(found.id)).findings).toEqual([]);
});

test('a picture without a mark, and one that is not ours, name nobody', async () => {
  const plain = await search(await photoOf('pyramid-01-azure.jpg'), { album: album.id });
  expect(['unsure', 'unknown']).toContain(plain.state);
  expect(plain.findings).toEqual([]);
});

test('pictures of one leak are searched together, though the copies in each were mixed', async () => {
  const target = { eventId: album.eventId, albumId: album.id };
  const other = (await ingestAndWait(testApp, target, await photoOf('stunt-01-azure.jpg'))).id;
  const leaking = [await buildUser(testApp), await buildUser(testApp), await buildUser(testApp)];
  for (const user of leaking) await holdAlbum(testApp, user, album);
  const mixed: Buffer[] = [];
  for (const photoId of [imageId, other]) {
    await copyFor(people[0], photoId);
    mixed.push(await mixCopies(await Promise.all(leaking.map((user) => copyFor(user, photoId)))));
  }
  const found = await search(mixed, { album: album.id });
  expect(found).toMatchObject({ state: 'named', pictures: 2, images_read: 2 });
  expect(found.findings.map(({ account }) => account?.id).sort()).toEqual(leaking.map(({ id }) => id).sort());
  for (const key of leakedImageKeys(found)) {
    expect(await testApp.context.storage.stat(key)).toBeUndefined();
  }
});

/** Half way between the darkest and the brightest copy of each pixel, so that copies which differ hide each other. */
async function mixCopies(copies: Buffer[]): Promise<Buffer> {
  const raws = await Promise.all(
    copies.map((copy) => sharp(copy).raw().toBuffer({ resolveWithObject: true })),
  );
  const [{ data, info }] = raws as [(typeof raws)[number]];
  const { width, height } = info;
  const mixed = data.map((_, i) => {
    const values = raws.map((raw) => raw.data[i] as number);
    return Math.round((Math.min(...values) + Math.max(...values)) / 2);
  });
  return sharp(mixed, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

test('the command line searches files in the same way and says no more than it knows', async () => {
  const [ana] = people;
  const leak = await leakOf(await copyFor(ana));
  const request = { reason: 'Asked by the organizer', eventId: album.eventId, albumId: null };
  const lines = await searchLeakedFiles(testApp.context, { ...request, pictures: [leak, leak] });
  expect(lines[0]).toContain('2 of 2 pictures look like a photo of ours');
  expect(lines.join('\n')).toContain(ana.email);
  expect(lines.join('\n')).toContain('chance of error less than 1 in 1,000,000');
  expect(lines.at(-1)).toBe('It does not say who posted it.');
  const bad = { ...request, pictures: [leak, Buffer.from('text')] };
  await expect(searchLeakedFiles(testApp.context, bad)).rejects.toThrow('JPEG');
});

describe('leak detection', () => {
  test('needs a fresh code, once, and a reason', async () => {
    const used = codes.pop() ?? '';
    expect((await start(wanted({ code: used }))).status).toBe(200);
    expect((await start(wanted({ code: used }))).error.code).toBe('code_invalid');
    expect((await start(wanted({ code: '000000', reason: ' ' }))).status).toBe(400);
    const without = await buildUser(testApp, { role: 'super' });
    expect((await start(wanted({ code: '000000' }), without.token)).error.code).toBe(
      'second_factor_setup_required',
    );
  });

  test('is for supers alone, and a picture is taken once, from the person who gave the code', async () => {
    const support = await buildUser(testApp, { role: 'analyst' });
    expect((await start(wanted({ code: '000000' }), support.token)).status).toBe(403);
    const { body } = await start();
    const other = await buildUser(testApp, { role: 'super' });
    const picture = await sharp({ create: { width: 80, height: 80, channels: 3, background: '#777' } })
      .png()
      .toBuffer();
    expect((await send(body.id, picture, other.token)).status).toBe(404);
    expect((await send(body.id, picture)).status).toBe(200);
    expect((await send(body.id, picture)).status).toBe(409);
  });

  test('takes at most 20 pictures, those that were announced, in order', async () => {
    const picture = await sharp({ create: { width: 80, height: 80, channels: 3, background: '#777' } })
      .png()
      .toBuffer();
    expect((await start(wanted({ code: '000000', pictures: 21 }))).status).toBe(400);
    const { body } = await start(wanted({ pictures: 3 }));
    expect((await send(body.id, picture, staff.token, 4)).status).toBe(409);
    expect((await send(body.id, picture, staff.token, 1)).body.state).toBe('waiting');
    expect((await send(body.id, picture, staff.token, 3)).status).toBe(409);
    expect((await send(body.id, picture, staff.token, 2)).body.state).toBe('waiting');
    expect((await send(body.id, picture, staff.token, 3)).body.state).toBe('running');
    expect((await send(body.id, picture, staff.token, 2)).status).toBe(409);
  });

  test('refuses bad files and unknown places with a clear error', async () => {
    const { body } = await start();
    expect((await send(body.id, Buffer.from('not a picture'))).status).toBe(415);
    const small = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#777' } })
      .png()
      .toBuffer();
    expect(await send(body.id, small)).toMatchObject({ status: 422, error: { code: 'unprocessable' } });
    expect((await start(wanted({ album: 2_000_000_000 }))).status).toBe(404);
    testApp.advanceMinutes(190);
    await sweepLeakSearches(testApp.context);
    expect(await read(body.id)).toMatchObject({ state: 'failed', failure: 'Not all pictures were sent.' });
  });
});
