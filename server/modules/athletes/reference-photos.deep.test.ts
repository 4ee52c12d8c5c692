import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  athleteEndpoints,
  MAX_REFERENCE_PHOTOS,
  type ReferenceRefusal,
} from '#contract/endpoints/athletes.ts';
import { addReference, buildAthlete, groupPhoto, portrait } from '#server/testing/athletes.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp({ FACES: 'on' });
const { getReferencePhoto } = athleteEndpoints;

let parent: TestUser;
let athleteId: number;

beforeAll(async () => {
  parent = await buildUser(testApp);
  athleteId = (await buildAthlete(testApp, parent)).id;
});

const add = (picture: Buffer) => addReference(testApp, parent, athleteId, picture);
const countPhotos = async () =>
  (await testApp.context.db.selectFrom('athleteReferencePhotos').select('id').execute()).length;

describe('a reference photo', () => {
  test.each([
    ['without a face', 'no_face', 0, () => plain()],
    ['of several people', 'several_faces', 2, () => groupPhoto('maya', 'stranger')],
    ['of a face too small', 'too_small', 1, () => pasted(70)],
    [
      'of a blurred face',
      'too_blurred',
      1,
      async () =>
        sharp(await portrait('maya'))
          .blur(7)
          .jpeg()
          .toBuffer(),
    ],
  ] as const)('%s is refused, and says what was seen', async (_what, problem, faces, makeImage) => {
    const before = await countPhotos();
    const { status, error } = await add(await makeImage());
    expect({ status, code: error.code }).toEqual({ status: 422, code: 'reference_refused' });
    const details = error.details as ReferenceRefusal;
    expect(details.problem).toBe(problem);
    expect(details.faces).toHaveLength(faces);
    for (const box of details.faces) expect(box.x + box.width).toBeLessThanOrEqual(1.001);
    expect(await countPhotos()).toBe(before);
  });

  test('that is not a readable picture is refused with an explanation', async () => {
    const whole = await portrait('maya');
    for (const file of [Buffer.from('not a picture'), whole.subarray(0, whole.length / 3)]) {
      expect(await add(file)).toMatchObject({ status: 422, error: { code: 'unprocessable' } });
    }
  });

  test('that is a drawing is refused before it is drawn, because a small one can take minutes', async () => {
    const portraitUrl = `data:image/jpeg;base64,${(await portrait('maya')).toString('base64')}`;
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><image width="900" height="900" href="${portraitUrl}"/></svg>`;
    expect(await add(Buffer.from(drawing))).toMatchObject({ status: 422, error: { code: 'unprocessable' } });
  });

  test('is stored as a small face crop without metadata, and its address expires', async () => {
    const lying = await sharp(await groupPhoto('maya'))
      .rotate(-90)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 16/1 12/1' } })
      .jpeg()
      .toBuffer();
    const { status, body } = await add(lying);
    expect(status).toBe(200);
    const response = await testApp.app.inject({ url: body.url ?? '' });
    expect(response.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' });
    const kept = await sharp(response.rawPayload).metadata();
    expect(kept.exif).toBeUndefined();
    expect(Math.max(kept.width, kept.height)).toBeLessThanOrEqual(512);
    // The result is upright and shows the face, not the 900 x 500 scene.
    expect(kept.height).toBeGreaterThan(kept.width * 0.9);
    expect(kept.width).toBeLessThan(400);
    const photo = { params: { id: body.id } };
    expect((await testApp.call(getReferencePhoto, { token: parent.token, ...photo })).status).toBe(200);
    const stranger = await buildUser(testApp);
    expect((await testApp.call(getReferencePhoto, { token: stranger.token, ...photo })).status).toBe(404);
    const changed = (body.url ?? '').replace(/reference-pictures\/\w+/, 'reference-pictures/z');
    expect((await testApp.request({ url: changed })).status).toBe(404);
    testApp.advanceMinutes(25);
    expect((await testApp.request({ url: body.url ?? '' })).status).toBe(404);
    const { body: again } = await testApp.call(getReferencePhoto, { token: parent.token, ...photo });
    expect((await testApp.request({ url: again.url ?? '' })).status).toBe(200);
    await testApp.context.db
      .updateTable('users')
      .set({ suspendedAt: new Date() })
      .where('id', '=', parent.id)
      .execute();
    expect((await testApp.request({ url: again.url ?? '' })).status).toBe(404);
    await testApp.context.db
      .updateTable('users')
      .set({ suspendedAt: null })
      .where('id', '=', parent.id)
      .execute();
  });

  test('is limited to ten per athlete', async () => {
    await testApp.context.db
      .insertInto('athleteReferencePhotos')
      .values(
        Array.from({ length: MAX_REFERENCE_PHOTOS }, (_, i) => ({
          athleteId,
          fileId: `00000000-0000-4000-8000-00000000010${i}`,
          encryptedTemplate: Buffer.from('encrypted'),
          createdAt: new Date(),
        })),
      )
      .execute();
    expect(await add(await portrait('maya'))).toMatchObject({ status: 409, error: { code: 'too_many' } });
  });

  test('can be tried thirty times per hour', async () => {
    const hasty = await buildUser(testApp);
    const { id } = await buildAthlete(testApp, hasty);
    const picture = await plain();
    const answers = await Promise.all(
      Array.from({ length: 31 }, () => addReference(testApp, hasty, id, picture)),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

function plain(): Promise<Buffer> {
  return sharp({ create: { width: 200, height: 200, channels: 3, background: '#789' } })
    .jpeg()
    .toBuffer();
}

async function pasted(height: number): Promise<Buffer> {
  const input = await portrait('maya', height);
  return sharp({ create: { width: 640, height: 480, channels: 3, background: '#345' } })
    .composite([{ input, left: 200, top: 200 }])
    .jpeg({ quality: 95 })
    .toBuffer();
}
