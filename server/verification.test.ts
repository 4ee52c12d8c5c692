import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/contract.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { albumListEndpoints, catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { emailAddressEndpoints } from '#contract/endpoints/email-addresses.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { payeeEndpoints } from '#contract/endpoints/payees.ts';
import { mayCall, ROLES } from '#contract/rules/permissions.ts';
import { buildAlbum, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp({ PROOFS: 'always' });

const nameOf = (endpoint: EndpointShape) => `${endpoint.method} ${endpoint.path}`;
const verified = contract.filter(({ verification }) => verification === 'address');

/** These ask for the verification only where they have a picture to show; the tests below try that. */
const ASK_THEMSELVES = [
  catalogueEndpoints.getAlbum,
  downloadEndpoints.myDownloads,
  athleteEndpoints.listAthletes,
].map(nameOf);
/** Their addresses are the page of an album and a page at the card provider, not pictures. */
const OTHER_ADDRESSES = [albumListEndpoints.page, payeeEndpoints.onboardPayee].map(nameOf);
/** Pictures that a person sent to support themselves, and staff reading them. */
const OWN_ATTACHMENTS = /^(POST|GET) \/support\//;
/** Covers are public (docs/decisions/0008-covers-and-strangers.md). */
const OPENS_IMAGES = /"(temp_jwt|auth)":\{|"url":\{/;

function opensImages(endpoint: EndpointShape): boolean {
  const answers = [endpoint.response, ...Object.values(endpoint.otherResponses ?? {})];
  return answers.some((schema) =>
    OPENS_IMAGES.test(JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }))),
  );
}

describe('an account without a verified address', () => {
  test.each(verified.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'is refused by %s before its input is read',
    async (_name, endpoint) => {
      const role = ROLES.findLast(
        (some) => endpoint.access === 'authenticated' || mayCall({ role: some }, endpoint as never),
      );
      if (!role) throw new Error('nobody may call this');
      const { token } = await buildUser(testApp, { role, isVerified: false });
      const answer = await testApp.request({
        method: endpoint.method,
        url: `/api${endpoint.path}`.replace(/:(\w+)/g, (_, name) => (name === 'uuid' ? randomUUID() : '1')),
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer).toMatchObject({ status: 403, json: { error: { code: 'address_unverified' } } });
    },
  );

  test('finds no call that opens pictures without a verification', () => {
    const open = contract
      .filter((endpoint) => endpoint.access !== 'public' && endpoint.verification === undefined)
      .filter(opensImages)
      .map(nameOf)
      .filter(
        (name) => !OWN_ATTACHMENTS.test(name) && ![...ASK_THEMSELVES, ...OTHER_ADDRESSES].includes(name),
      );
    expect(open).toEqual([]);
  });

  test('may browse, search, follow teams and open album pages up to the cover', async () => {
    const { token } = await buildUser(testApp, { isVerified: false });
    const album = await buildAlbum(testApp);
    const image = await buildImage(testApp, album);
    const shown = await testApp.call(catalogueEndpoints.getAlbum, { token, params: { id: album.id } });
    expect(shown).toMatchObject({ status: 200 });
    expect(shown.body.images.map(({ id }) => id)).toEqual([image.id]);
    const found = await testApp.call(foundAlbumEndpoints.findAlbum, {
      token,
      body: { album: album.id, event: album.eventId },
    });
    expect(found).toMatchObject({ status: 200 });
    const view = await testApp.call(foundAlbumEndpoints.viewAlbum, { token, params: { id: found.body.id } });
    expect(view).toMatchObject({ status: 403, error: { code: 'address_unverified' } });
    const mine = await testApp.call(foundAlbumEndpoints.myAlbums, { token });
    expect(mine.body.found[0]?.user_album_views).toEqual([]);
    expect(await testApp.call(downloadEndpoints.myDownloads, { token })).toMatchObject({ status: 200 });
    expect((await testApp.call(athleteEndpoints.listAthletes, { token, query: {} })).status).toBe(200);
  });

  test('that bought an album before verifications were asked for verifies its address first', async () => {
    const user = await buildUser(testApp, { isVerified: false });
    const album = await buildAlbum(testApp);
    await buildImage(testApp, album);
    await buildEntitlement(testApp, user, album);
    const refused = { status: 403, error: { code: 'address_unverified' } };
    const { token } = user;
    expect(
      await testApp.call(catalogueEndpoints.getAlbum, { token, params: { id: album.id } }),
    ).toMatchObject(refused);
    expect(await testApp.call(downloadEndpoints.myDownloads, { token })).toMatchObject(refused);
    const sent = await testApp.call(emailAddressEndpoints.sendEmailCode, { token, body: {} });
    await testApp.call(emailAddressEndpoints.checkEmailCode, { token, body: { code: sent.body.code ?? '' } });
    expect(await testApp.call(downloadEndpoints.myDownloads, { token })).toMatchObject({ status: 200 });
  });
});

test('the calls that need a verification are the ones that were decided', () => {
  expect(verified.map(nameOf)).toMatchInlineSnapshot(`
    [
      "POST /users/me/second-factor/mailed-code",
      "GET /user-found-albums/:id/view",
      "GET /albums/:id/culling",
      "GET /events/:id/unsorted",
      "POST /carts/checkout",
      "PUT /orders/:id",
      "POST /orders/pools",
      "POST /orders/:id/gift",
      "POST /orders/:id/shares",
      "POST /payment-sources/add-payment-method",
      "POST /payment-sources/set-up",
      "POST /payment-sources/finish-set-up",
      "POST /album-payments/add-album-payment",
      "POST /image-payments/add-image-payment",
      "POST /orders/:id/pay",
      "POST /album-payments/swap",
      "POST /traces",
      "POST /traces/:id/picture",
      "GET /traces/:id",
      "GET /traces",
      "GET /user-album-downloads/download/:id",
      "POST /photo-links",
      "GET /photos/:id/faces",
      "POST /photos/:id/safe-copy",
      "POST /photos/:id/never-show",
      "GET /forced-covers",
      "POST /forced-covers/decide",
      "POST /order-invites",
      "POST /album-invites",
      "POST /album-invites/open",
      "POST /user-athletes",
      "POST /user-athletes/:id/withdraw-consent",
      "POST /user-athletes/:id/consent",
      "GET /user-athletes/findAllUserAthleteImages/:id",
      "GET /user-athletes/albums/:id",
      "POST /user-athletes/:id/matches",
      "GET /user-athletes/:id/export",
      "DELETE /user-athletes/:id",
      "DELETE /user-athletes",
      "POST /user-athlete-reference-photos",
      "GET /user-athlete-reference-photos/:id",
      "DELETE /user-athlete-reference-photos/:id",
      "GET /reported-photos",
      "POST /reported-photos/ack",
      "POST /reported-photos/ack-many",
      "POST /reported-photos/reopen-many",
      "GET /albums/:id/preview",
    ]
  `);
});
