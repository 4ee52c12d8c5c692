import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import {
  MAX_PASS_BYTES,
  MAX_PASS_FILES,
  PASS_ENDED,
  PASS_FILES_PER_10_MINUTES,
  passEndpoints,
} from '#contract/endpoints/passes.ts';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { buildAlbum, buildEvent, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, freshIp } from '#server/testing/factories.ts';
import { buildPass, passUploads, type TestPass } from '#server/testing/passes.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const app = startTestApp();
let address = '';

beforeAll(async () => {
  address = await app.app.listen({ host: '127.0.0.1', port: 0 });
});

const uploadsOf = ({ token }: TestPass) => passUploads(() => address, token);
const open = ({ token }: Pick<TestPass, 'token'>) =>
  app.call(passEndpoints.openPass, { body: { token }, ip: freshIp() });
const announce = async ({ token }: TestPass, total_files = 1) =>
  (await app.call(passEndpoints.openPassBatch, { body: { token, total_files }, ip: freshIp() })).body;
const progress = ({ token }: TestPass, batch: string) =>
  app.call(passEndpoints.getPassBatch, { body: { token, batch }, ip: freshIp() });
const framesOf = ({ token }: TestPass, more: { before?: number; state?: 'unsorted' } = {}) =>
  app.call(passEndpoints.listPassPhotos, { body: { token, ...more }, ip: freshIp() });
const end = async ({ id }: TestPass) => {
  const { token } = await buildUser(app, { role: 'customer_support' });
  expect(await app.call(passEndpoints.endPass, { token, params: { id } })).toMatchObject({ status: 200 });
};
const finished = (pass: TestPass, batch: string) =>
  eventually(async () => {
    const { body } = await progress(pass, batch);
    return body.finished ? body : undefined;
  }, `upload ${batch} finished`);

/** Two teams, ten minutes apart, at an event whose photos are filed by time. */
async function buildStage() {
  const event = await buildEvent(app, { timeZone: 'UTC', startDate: '2026-11-14' });
  const at = (minute: number) => new Date(`2026-11-14T14:${String(minute).padStart(2, '0')}:00Z`);
  const team = (teamName: string, performanceOrder: number, minute: number) =>
    buildAlbum(app, { eventId: event.id, teamName, performanceOrder, plannedAt: at(minute) });
  return { event, comets: await team('Comets', 1, 0), stars: await team('Stars', 2, 10) };
}
const takenAt = (minute: number) => ({ takenAt: `2026:11:14 14:${String(minute).padStart(2, '0')}:00` });

test('a pass uploads without an account, says what became of every file, and credits its photographer', async () => {
  const { event } = await buildStage();
  const pass = await buildPass(app, event.id, 'Ana Lopez');
  const { upload } = uploadsOf(pass);
  const files = [
    ['filed.jpg', await makePhoto({ ...takenAt(5), artist: 'Somebody else' })],
    ['boundary.jpg', await makePhoto(takenAt(10))],
    ['outside.jpg', await makePhoto(takenAt(59))],
    ['no-time.jpg', await makePhoto()],
    ['text.jpg', Buffer.from('this is not a photo at all')],
  ] as const;
  const batch = await announce(pass, files.length + 1);
  for (const [name, photo] of files) expect(await upload(batch.id, photo, name)).toBe(204);
  expect(await upload(batch.id, files[0][1], 'again.jpg')).toBe(204);
  const { problems, counts } = await finished(pass, batch.id);
  expect(counts).toMatchObject({ filed: 1, unsorted: 3, duplicate: 1, failed: 1 });
  const results = new Map(problems.map(({ name, state, reason }) => [name, { state, reason }]));
  expect(results.get('filed.jpg')).toEqual({ state: 'filed', reason: 'Star Athletics Comets' });
  expect(results.get('boundary.jpg')?.reason).toContain('change of teams');
  expect(results.get('outside.jpg')?.reason).toContain('outside the running order');
  expect(results.get('no-time.jpg')?.reason).toContain('no capture time');
  expect(results.get('text.jpg')?.reason).toContain('not a picture');
  expect(results.get('again.jpg')).toMatchObject({ state: 'duplicate' });

  const images = await app.context.db
    .selectFrom('images')
    .select(['photographer', 'passId', 'uploadedBy'])
    .where('eventId', '=', event.id)
    .where('state', '=', 'ready')
    .execute();
  expect(images).toHaveLength(4);
  for (const image of images)
    expect(image).toEqual({ photographer: 'Ana Lopez', passId: pass.id, uploadedBy: null });

  expect(await open(pass)).toMatchObject({
    status: 200,
    body: {
      photographer: 'Ana Lopez',
      counts: { published: 1, unsorted: 3 },
      files_left: MAX_PASS_FILES - 6,
    },
  });
  const { body } = await framesOf(pass);
  expect(body.frames.find(({ file_name }) => file_name === 'filed.jpg')).toMatchObject({
    state: 'published',
    album: 'Star Athletics Comets',
  });
  expect((await framesOf(pass, { state: 'unsorted' })).body.frames.map(({ doubt }) => doubt).sort()).toEqual([
    'near_boundary',
    'no_time',
    'outside_schedule',
  ]);
});

test('five passes at once lose none of forty frames and credit each to its photographer', async () => {
  const { event } = await buildStage();
  const [passes, each] = [5, 8];
  const names = Array.from({ length: passes }, (_, index) => `Photographer ${index}`);
  const all = await Promise.all(
    names.map(async (name) => {
      const pass = await buildPass(app, event.id, name);
      const photos = [];
      for (let frame = 0; frame < each; frame += 1)
        photos.push(await makePhoto({ ...takenAt(frame % 2 ? 5 : 15), width: 96, height: 64 }));
      return { pass, photos };
    }),
  );
  const batches = await Promise.all(
    all.map(async ({ pass, photos }) => {
      const { upload } = uploadsOf(pass);
      const batch = await announce(pass, photos.length);
      await Promise.all(
        photos.map(async (photo, frame) => {
          expect(await upload(batch.id, photo, `IMG_${frame}.jpg`)).toBe(204);
        }),
      );
      return { pass, batch };
    }),
  );
  const received = () =>
    app.context.db
      .selectFrom('images')
      .select(['id', 'photographer', 'state', 'albumId'])
      .where('eventId', '=', event.id)
      .execute();
  await expect
    .poll(async () => (await received()).filter(({ state }) => state === 'received'), { timeout: 60_000 })
    .toEqual([]);
  const images = await received();
  expect(images).toHaveLength(passes * each);
  expect(images.every(({ state, albumId }) => state === 'ready' && albumId !== null)).toBe(true);
  const credited = Map.groupBy(images, ({ photographer }) => photographer);
  expect([...credited.keys()].sort()).toEqual(names);
  for (const frames of credited.values()) expect(frames).toHaveLength(each);
  for (const { pass, batch } of batches) {
    expect((await progress(pass, batch.id)).body).toMatchObject({ finished: true, counts: { filed: each } });
  }
});

test('a pass that is ended in the middle of an upload refuses the rest and keeps what arrived', async () => {
  const { event } = await buildStage();
  const pass = await buildPass(app, event.id, 'Ben');
  const { upload, create, patch, send } = uploadsOf(pass);
  const batch = await announce(pass, 3);
  const photo = await makePhoto({ ...takenAt(5), width: 800, height: 600 });
  expect(await upload(batch.id, await makePhoto(takenAt(4)), 'first.jpg')).toBe(204);
  const path = (await create(batch.id, photo.length, 'second.jpg')).headers.get('location') ?? '';
  expect((await patch(path, 0, photo.subarray(0, 1_000))).status).toBe(204);
  await end(pass);
  const refused = await patch(path, 1_000, photo.subarray(1_000));
  expect(refused.status).toBe(404);
  expect(await refused.json()).toMatchObject({ error: { message: PASS_ENDED } });
  expect((await create(batch.id, 10, 'third.jpg')).status).toBe(404);
  expect((await send('DELETE', path)).status).toBe(404);
  expect(await open(pass)).toMatchObject({ status: 404, error: { message: PASS_ENDED } });

  const again = await buildPass(app, event.id, 'Ben');
  const kept = await eventually(async () => {
    const { frames } = (await framesOf(again)).body;
    return frames[0]?.state === 'published' ? frames : undefined;
  }, 'the frame that arrived');
  expect(kept.map(({ file_name }) => file_name)).toEqual(['first.jpg']);
  expect((await open(again)).body.counts.published).toBe(1);
});

describe('a pass never reaches the work of others', () => {
  test('neither uploads, batches, frames nor pictures', async () => {
    const { event } = await buildStage();
    const [ana, ben] = [await buildPass(app, event.id, 'Ana'), await buildPass(app, event.id, 'Ben')];
    const batch = await announce(ana, 1);
    const photo = await makePhoto(takenAt(5));
    const created = await uploadsOf(ana).create(batch.id, photo.length, 'own.jpg');
    const path = created.headers.get('location') ?? '';
    for (const method of ['HEAD', 'DELETE'])
      expect((await uploadsOf(ben).send(method, path)).status).toBe(404);
    expect((await uploadsOf(ben).patch(path, 0, photo)).status).toBe(404);
    expect((await uploadsOf(ben).create(batch.id, 10, 'x.jpg')).status).toBe(404);
    expect((await uploadsOf(ben).send('HEAD', '/api/uploads/..%2f..%2fjwt-secret')).status).toBe(404);
    expect(await progress(ben, batch.id)).toMatchObject({ status: 404 });
    expect((await uploadsOf(ana).patch(path, 0, photo)).status).toBe(204);
    await finished(ana, batch.id);

    const { frames, auth } = (await framesOf(ana)).body;
    const picture = (name: string, key: string) =>
      app.app.inject({ url: `/api/pass/pictures/${name}`, query: { auth: key } });
    expect((await picture(`${frames[0]?.id}.thumb`, auth)).statusCode).toBe(200);
    expect((await picture(`${frames[0]?.id}.preview`, auth)).statusCode).toBe(404);
    expect((await picture(`${frames[0]?.id}.original`, auth)).statusCode).toBe(404);
    const other = await framesOf(ben);
    expect(other.body.frames).toEqual([]);
    expect((await picture(`${frames[0]?.id}.thumb`, other.body.auth)).statusCode).toBe(404);
    expect((await picture(`${frames[0]?.id}.thumb`, `${auth}x`)).statusCode).toBe(404);
    await end(ana);
    expect((await picture(`${frames[0]?.id}.thumb`, auth)).statusCode).toBe(404);
  });

  test('nor a batch of staff, nor the event of another pass, nor the cockpit', async () => {
    const { event, comets } = await buildStage();
    const pass = await buildPass(app, event.id, 'Ana');
    const { token } = await buildUser(app, { role: 'customer_support' });
    const body = { event: event.id, album: comets.id, total_files: 1 };
    const staff = await app.call(ingestEndpoints.openBatch, { token, body });
    expect((await uploadsOf(pass).create(staff.body.id, 10, 'x.jpg')).status).toBe(404);
    expect(await progress(pass, staff.body.id)).toMatchObject({ status: 404 });
    const cockpit = await app.call(cockpitEndpoints.openCockpit, { body: { token: pass.token } });
    expect(cockpit.status).toBe(404);
  });

  test('nor the name of a customer or another photographer', async () => {
    const { event, comets } = await buildStage();
    const pass = await buildPass(app, event.id, 'Ana');
    await buildImage(app, comets, { photographer: 'Zoe Hidden', fileName: 'ZOE.JPG' });
    const answers = [await open(pass), await framesOf(pass)].map(({ body }) => JSON.stringify(body));
    expect(answers.join()).not.toMatch(/zoe/i);
  });
});

test('a frame that staff reject or a report hides says so to its photographer', async () => {
  const { event, comets } = await buildStage();
  const pass = await buildPass(app, event.id, 'Ana');
  const [now, passId] = [new Date(), pass.id];
  await buildImage(app, comets, { passId, hiddenAt: now, rejectedAt: now });
  await buildImage(app, comets, { passId, hiddenAt: now, withheldAt: now });
  expect((await framesOf(pass)).body.frames.map(({ state, album }) => [state, album])).toEqual([
    ['hidden', null],
    ['rejected', null],
  ]);
  expect((await open(pass)).body.counts).toMatchObject({ rejected: 1, hidden: 1, published: 0 });
});

test('a frame that a report hides is shown to nobody, one that staff reject to its photographer', async () => {
  const { event, comets } = await buildStage();
  const pass = await buildPass(app, event.id, 'Ana');
  const now = new Date();
  const { trayUuid } = await app.context.db
    .selectFrom('events')
    .select('trayUuid')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow();
  const build = async (why: { rejectedAt?: Date; withheldAt?: Date }) => {
    const { id } = await buildImage(app, comets, { passId: pass.id, hiddenAt: now, ...why });
    await app.context.storage.put(derivativeKey(trayUuid, id, 'thumb'), Buffer.from(`thumb ${id}`));
    return id;
  };
  const rejected = await build({ rejectedAt: now });
  const withheld = await build({ withheldAt: now });
  const both = await build({ rejectedAt: now, withheldAt: now });
  const { frames, auth } = (await framesOf(pass)).body;
  const opens = async (id: number) =>
    (await app.app.inject({ url: `/api/pass/pictures/${id}.thumb`, query: { auth } })).statusCode;
  expect([await opens(rejected), await opens(withheld), await opens(both)]).toEqual([200, 404, 404]);
  expect(frames.map(({ id, state, placeholder }) => [id, state, placeholder !== null])).toEqual([
    [both, 'hidden', false],
    [withheld, 'hidden', false],
    [rejected, 'rejected', true],
  ]);
});

describe('a pass has bounds', () => {
  test('of files and bytes, also with many uploads at once', async () => {
    const { event } = await buildStage();
    const pass = await buildPass(app, event.id, 'Ana');
    const batch = await announce(pass, 5);
    await app.context.db
      .updateTable('photographerPasses')
      .set({ filesBegun: MAX_PASS_FILES - 2 })
      .where('id', '=', pass.id)
      .execute();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => uploadsOf(pass).create(batch.id, 10, `${index}.jpg`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    expect((await open(pass)).body.files_left).toBe(0);
    const refused = answers.find(({ status }) => status === 409);
    expect(await refused?.text()).toContain('limit of 20,000 photos');
  });

  test('of bytes, and of files in ten minutes', async () => {
    const { db } = app.context;
    const pass = await buildPass(app, (await buildStage()).event.id, 'Ana');
    const batch = await announce(pass, 3);
    const begin = async (bytes: number) => (await uploadsOf(pass).create(batch.id, bytes, 'a.jpg')).status;
    const bytesBegun = MAX_PASS_BYTES - 10;
    await db.updateTable('photographerPasses').set({ bytesBegun }).where('id', '=', pass.id).execute();
    expect([await begin(11), await begin(8)]).toEqual([409, 201]);
    await sql`insert into rate_hits (key, at) select ${`pass-upload:${pass.id}`}, now()
      from generate_series(3, ${PASS_FILES_PER_10_MINUTES}::integer)`.execute(db);
    expect(await begin(1)).toBe(429);
    app.advanceMinutes(10);
    expect(await begin(1)).toBe(201);
  });

  test('of guesses per address', async () => {
    const ip = freshIp();
    const guess = (token: string) => app.call(passEndpoints.openPass, { body: { token }, ip });
    for (let i = 0; i < 60; i += 1) expect((await guess(`wrong-${i}`)).status).toBe(404);
    expect((await guess('wrong')).status).toBe(429);
    const pass = await buildPass(app, (await buildStage()).event.id, 'Ana');
    expect((await guess(pass.token)).status).toBe(200);
  });

  test('of what it accepts', async () => {
    const pass = await buildPass(app, (await buildStage()).event.id, 'Ana');
    for (const total_files of [0, 20_001, 1.5]) {
      const body = { token: pass.token, total_files };
      expect(await app.call(passEndpoints.openPassBatch, { body })).toMatchObject({ status: 400 });
    }
  });
});

describe('the camera of a pass', () => {
  test('is offered only where the site takes photos from cameras, with a password that can be renewed', async () => {
    const { event } = await buildStage();
    const pass = await buildPass(app, event.id, 'Ana Lopez');
    expect((await open(pass)).body.camera).toBeNull();
    const { config } = app.context;
    config.ftp = {
      port: 2121,
      host: 'in.encore.example',
      passivePorts: undefined,
      certificate: undefined,
      allowsPlain: false,
    };
    try {
      await buildImage(app, await buildAlbum(app, { eventId: event.id }), { passId: pass.id });
      const { camera } = (await open(pass)).body;
      expect(camera).toMatchObject({ host: 'in.encore.example', port: 2121, user: `camera${pass.id}` });
      expect(camera).toMatchObject({ received_today: 1, last_photo_at: expect.any(String) });
      expect(camera?.password).toMatch(/^[a-z2-9]{12}$/);
      expect((await open(pass)).body.camera?.password).toBe(camera?.password);
      const renewed = await app.call(passEndpoints.renewCameraPassword, {
        body: { token: pass.token },
        ip: freshIp(),
      });
      expect(renewed.body.camera?.password).toMatch(/^[a-z2-9]{12}$/);
      expect(renewed.body.camera?.password).not.toBe(camera?.password);
    } finally {
      config.ftp = undefined;
    }
  });
});
