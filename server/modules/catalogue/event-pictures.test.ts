import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser, jobsAreDone, type TestUser } from '#server/testing/factories.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();
const { setEventPicture, createEvent, updateEvent, getEvent } = catalogueEndpoints;
const NEXT_YEAR = {
  name: 'Winter Classic 2027',
  brand_name: 'Encore Spirit',
  producer_name: '',
  venue_name: '',
  city: 'Austin',
  state: 'TX',
  start_date: '2027-11-13',
  time_zone: 'America/Chicago',
};
let staff: TestUser;
let customer: TestUser;

beforeAll(async () => {
  staff = await buildUser(testApp, { role: 'customer_support' });
  customer = await buildUser(testApp);
});

const upload = (eventId: number, picture: Buffer, token = staff.token) =>
  testApp.call(setEventPicture, { token, params: { id: eventId }, picture });
const open = (picture: string, width: number) =>
  testApp.app.inject({ url: `/api/event-pictures/${picture}-${width}.webp` });

test('an uploaded picture is for everybody, in two widths and without camera data', async () => {
  const { id } = await buildEvent(testApp);
  const photo = await makePhoto({ width: 2_000, height: 1_000, hasLocation: true, artist: 'Somebody' });
  const { status, body } = await upload(id, photo);
  expect(status).toBe(200);
  expect(body.picture).toMatch(/^[0-9a-f]{32}$/);
  expect((await testApp.call(getEvent, { params: { id } })).body.picture).toBe(body.picture);
  for (const width of [640, 1280]) {
    const { statusCode, headers, rawPayload } = await open(body.picture, width);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('image/webp');
    const metadata = await sharp(rawPayload).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width, height: width / 2 });
    expect(metadata.exif).toBeUndefined();
  }
  expect((await open(body.picture, 641)).statusCode).toBe(404);
  expect((await open('../../originals/x', 640)).statusCode).toBe(404);
});

test('a replaced or removed picture is deleted, and the change is recorded', async () => {
  const { id } = await buildEvent(testApp);
  const photo = () => makePhoto({ width: 800, height: 500 });
  const first = (await upload(id, await photo())).body.picture;
  const second = (await upload(id, await photo())).body.picture;
  const gone = async (picture: string) => (await open(picture, 640)).statusCode;
  await expect.poll(() => gone(first)).toBe(404);
  expect(await gone(second)).toBe(200);
  const drawn = await testApp.call(updateEvent, {
    token: staff.token,
    params: { id },
    body: { picture: 'gymnastics' },
  });
  expect(drawn.body.picture).toBe('gymnastics');
  await expect.poll(() => gone(second)).toBe(404);
  const audit = await testApp.context.db
    .selectFrom('auditLog')
    .select('action')
    .where('subject', '=', `event:${id}`)
    .execute();
  expect(audit).toEqual(Array(3).fill({ action: 'event.update' }));
});

test('a copied event shows the same picture, which lasts as long as one of them shows it', async () => {
  const { id } = await buildEvent(testApp);
  const { token } = staff;
  const { picture } = (await upload(id, await makePhoto({ width: 800, height: 500 }))).body;
  const create = (picture_from: number) =>
    testApp.call(createEvent, {
      token,
      body: { ...NEXT_YEAR, picture_from },
    });
  const copy = (await create(id)).body;
  expect(copy.picture).toBe(picture);
  const draw = (eventId: number) =>
    testApp.call(updateEvent, { token, params: { id: eventId }, body: { picture: 'dance' } });
  await draw(id);
  await jobsAreDone(testApp, 'catalogue.delete-picture');
  expect((await open(picture, 640)).statusCode).toBe(200);
  await draw(copy.id);
  await expect.poll(async () => (await open(picture, 640)).statusCode).toBe(404);
  expect(await create(2_000_000_000)).toMatchObject({ status: 400 });
});

test('other files, small pictures and other people are refused', async () => {
  const { id } = await buildEvent(testApp);
  const photo = await makePhoto({ width: 800, height: 500 });
  expect(await upload(id, await sharp(photo).webp().toBuffer())).toMatchObject({ status: 415 });
  expect(await upload(id, photo.subarray(0, 200))).toMatchObject({ status: 422 });
  expect(await upload(id, await makePhoto({ width: 500, height: 300 }))).toMatchObject({ status: 422 });
  expect(await upload(2_000_000_000, photo)).toMatchObject({ status: 404 });
  expect(await upload(id, photo, customer.token)).toMatchObject({ status: 403 });
  const edit = { token: staff.token, params: { id }, body: { picture: 'a'.repeat(32) as 'cheer' } };
  expect(await testApp.call(updateEvent, edit)).toMatchObject({ status: 400 });
});
