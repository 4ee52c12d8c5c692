import { beforeAll, describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import {
  addReference,
  buildAthlete,
  buildSearchableAthlete,
  findNoFaces,
  holdAlbum,
} from '#server/testing/athletes.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, nextMessage, type TestUser } from '#server/testing/factories.ts';
import { changeSettings } from '#server/testing/order-factories.ts';
import { buildBuyer, buildViewedAlbum, payForAlbum, startPayingApp } from '#server/testing/paying-app.ts';
import { startTestApp } from '#server/testing/test-app.ts';

// Cards are real here, so verifications are required.
const testApp = await startPayingApp();
const tryout = startTestApp({ PROOFS: 'always' });
beforeAll(() => {
  findNoFaces(testApp);
  findNoFaces(tryout);
});

/** The faked engine finds no face, so a photo that is looked at at all is answered with 422. */
const LOOKED_AT = { status: 422, error: { code: 'reference_refused' } };
const picture = Buffer.from('\xff\xd8\xff', 'latin1');
const addPhoto = async (user: TestUser) =>
  addReference(testApp, user, (await buildAthlete(testApp, user)).id, picture);

let numbers = 0;
async function verifyPhone(user: TestUser): Promise<void> {
  const to = `+1202555${String(1000 + ++numbers)}`;
  await testApp.call(accountEndpoints.sendPhoneCode, { token: user.token, body: { to } });
  const { text } = await nextMessage(testApp, to, /^\d{6} is your/);
  const answer = await testApp.call(accountEndpoints.checkPhoneCode, {
    token: user.token,
    body: { to, token: text.slice(0, 6) },
  });
  expect(answer.status).toBe(200);
}

async function progressOf(user: TestUser) {
  const { body } = await testApp.call(athleteEndpoints.listAthletes, { token: user.token, query: {} });
  return body[0]?.search;
}

async function buildCardPayer(): Promise<TestUser> {
  const buyer = await buildBuyer(testApp);
  const album = await buildViewedAlbum(testApp, buyer);
  expect(await payForAlbum(testApp, buyer, album.id)).toMatchObject({ status: 200 });
  return buyer;
}

describe('a photo of a face', () => {
  test('is refused until a phone is verified, while the athlete may be named', async () => {
    const parent = await buildUser(testApp);
    expect(await addPhoto(parent)).toMatchObject({
      status: 403,
      error: { code: 'guardian_unverified', details: { accepts: 'either' } },
    });
    expect(await progressOf(parent)).toMatchObject({ missing_verification: 'either', is_running: false });
    await verifyPhone(parent);
    expect(await addPhoto(parent)).toMatchObject(LOOKED_AT);
    expect(await progressOf(parent)).toMatchObject({ missing_verification: null });
  });

  test('is looked at for somebody whose card was charged before', async () => {
    expect(await addPhoto(await buildCardPayer())).toMatchObject(LOOKED_AT);
  });

  test('needs the verification that the setting asks for', async () => {
    const [caller, payer] = [await buildUser(testApp), await buildCardPayer()];
    await verifyPhone(caller);
    await changeSettings(testApp, { guardian_verification: 'card' });
    expect(await addPhoto(caller)).toMatchObject({ status: 403, error: { details: { accepts: 'card' } } });
    expect(await addPhoto(payer)).toMatchObject(LOOKED_AT);
    await changeSettings(testApp, { guardian_verification: 'phone' });
    expect(await addPhoto(caller)).toMatchObject(LOOKED_AT);
    expect(await addPhoto(payer)).toMatchObject({ status: 403, error: { details: { accepts: 'phone' } } });
    await changeSettings(testApp, { guardian_verification: 'either' });
  });
});

test('an athlete from before is searched only once the guardian is verified', async () => {
  const parent = await buildUser(testApp);
  await holdAlbum(testApp, parent, await buildAlbum(testApp));
  await buildSearchableAthlete(testApp, parent);
  expect(await progressOf(parent)).toMatchObject({ missing_verification: 'either', is_running: false });
  await verifyPhone(parent);
  await eventually(
    async () => ((await progressOf(parent))?.albums_done === 1 ? true : undefined),
    'the search',
  );
});

test('test mode with PROOFS=always shows the code that it would have sent', async () => {
  const parent = await buildUser(tryout);
  const to = '+12025550199';
  const sent = await tryout.call(accountEndpoints.sendPhoneCode, { token: parent.token, body: { to } });
  expect(sent.body.code).toMatch(/^\d{6}$/);
  const checked = await tryout.call(accountEndpoints.checkPhoneCode, {
    token: parent.token,
    body: { to, token: sent.body.code as string },
  });
  expect(checked).toMatchObject({ status: 200, body: { status: 'approved' } });
});
