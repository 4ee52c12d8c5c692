import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { moderationEndpoints } from '#contract/endpoints/moderation.ts';
import { privacyEndpoints } from '#contract/endpoints/privacy.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { startSession } from '#server/modules/accounts/sessions.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, TEST_PASSWORD, type TestUser } from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import {
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { startSecondProcess } from '#server/testing/second-process.ts';

const app = await startPayingApp();
/** Its clock stands still, so it can learn of the end only from live events. */
const connected = startSecondProcess(app);
/** It receives no live events, so it can learn of the end only when its cached answer expires. */
const disconnected = startSecondProcess(app, { isDeaf: true });

const staffToken = async () => (await buildUser(app, { role: 'super' })).token;

type Picture = { album: TestAlbum; imageId: number; variant: 'thumb' | 'preview' | 'original'; auth: string };

const urlOf = ({ album, imageId, variant, auth }: Picture) =>
  `/api/images/${album.uuid}/${imageId}.${variant}?auth=${auth}`;

const statusAt = async (process: { app: typeof app.app }, picture: Picture) =>
  (await process.app.inject({ url: urlOf(picture) })).statusCode;

/** Opens the pictures in all processes, ends the right in the first, and expects refusal in all within 5 seconds. */
async function expectToEnd(
  pictures: Picture[],
  end: () => Promise<unknown>,
  refusals = [403],
): Promise<void> {
  for (const process of [app, connected, disconnected]) {
    for (const picture of pictures) expect(await statusAt(process, picture), picture.variant).toBe(200);
  }
  await end();
  disconnected.advanceSeconds(5);
  for (const picture of pictures) {
    expect(refusals, `${picture.variant} while disconnected`).toContain(
      await statusAt(disconnected, picture),
    );
    await eventually(
      async () => (refusals.includes(await statusAt(connected, picture)) ? true : undefined),
      `the refusal of a ${picture.variant} by a live event`,
    );
    app.advanceMinutes(5 / 60);
    expect(refusals, picture.variant).toContain(await statusAt(app, picture));
  }
}

async function buyAlbum() {
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  const image = await buildImage(app, album);
  const paid = await payForAlbum(app, buyer, album.id);
  expect(paid.status).toBe(200);
  const { entitlements } = await booksOf(app, buyer.id);
  return { buyer, album, image, line: entitlements[0]?.orderLineId ?? 0 };
}

/** What an owner is shown: the album with its token, and the clean cover. */
async function ownersImages(owner: TestUser, album: TestAlbum, image: { id: number }): Promise<Picture[]> {
  const opened = await app.call(catalogueEndpoints.getAlbum, {
    token: owner.token,
    params: { id: album.id },
  });
  const mine = await app.call(downloadEndpoints.myDownloads, { token: owner.token });
  const cover = mine.body.albums.find((one) => one.album.id === album.id)?.album.cover_auth ?? '';
  const auth = opened.body.temp_jwt;
  return [
    { album, imageId: image.id, variant: 'thumb', auth: cover },
    { album, imageId: image.id, variant: 'preview', auth },
    { album, imageId: image.id, variant: 'original', auth },
  ];
}

async function buildViewer() {
  const user = await buildUser(app);
  const album = await buildAlbum(app, { imagesCount: 1 });
  const image = await buildImage(app, album);
  const found = await app.call(foundAlbumEndpoints.findAlbum, {
    token: user.token,
    body: { album: album.id, event: album.eventId },
  });
  const view = await app.call(foundAlbumEndpoints.viewAlbum, {
    token: user.token,
    params: { id: found.body.id },
  });
  const preview: Picture = { album, imageId: image.id, variant: 'preview', auth: view.body.temp_jwt };
  const cover: Picture = { ...preview, variant: 'thumb', auth: view.body.album.cover_auth ?? '' };
  return { user, album, image, preview, cover };
}

const publish = (token: string, album: TestAlbum, published: boolean) =>
  app.call(catalogueEndpoints.updateAlbum, {
    token,
    params: { id: album.id },
    body: { published, ...(published && { few_photos_ok: true }) },
  });

describe('pictures are refused in every process within five seconds of', () => {
  test('a refund', async () => {
    const { buyer, album, image } = await buyAlbum();
    const [order] = await app.context.db
      .selectFrom('orders')
      .select('key')
      .where('userId', '=', buyer.id)
      .execute();
    const token = await staffToken();
    await expectToEnd(await ownersImages(buyer, album, image), async () => {
      const refund = { token, params: { id: order?.key ?? '' }, body: { memo: 'the photos are blurred' } };
      expect(await app.call(refundEndpoints.refundOrder, refund)).toMatchObject({ status: 200 });
    });
  });

  test('a swap', async () => {
    const { buyer, album, image, line } = await buyAlbum();
    const [thumb, preview] = await ownersImages(buyer, album, image);
    const other = await buildViewedAlbum(app, buyer);
    await expectToEnd([thumb, preview] as Picture[], async () => {
      const body = { album_payment_id: line, album_id: other.id };
      expect(await app.call(refundEndpoints.swapAlbumPayment, { token: buyer.token, body })).toMatchObject({
        status: 200,
      });
    });
  });

  test('a disputed payment', async () => {
    const { buyer, album, image, line } = await buyAlbum();
    await expectToEnd(await ownersImages(buyer, album, image), () =>
      app.context.db
        .updateTable('entitlements')
        .set({ state: 'suspended' })
        .where('orderLineId', '=', line)
        .execute(),
    );
  });

  test('the refund of a single photo', async () => {
    const user = await buildUser(app);
    const album = await buildAlbum(app);
    const image = await buildImage(app, album);
    const { id } = await buildEntitlement(app, user, album, { imageId: image.id });
    const mine = await app.call(downloadEndpoints.myDownloads, { token: user.token });
    const auth = mine.body.photos[0]?.auth ?? '';
    const pictures = (['thumb', 'preview', 'original'] as const).map((variant) => ({
      album,
      imageId: image.id,
      variant,
      auth,
    }));
    await expectToEnd(pictures, () =>
      app.context.db
        .updateTable('entitlements')
        .set({ state: 'ended', endedAt: new Date() })
        .where('id', '=', id)
        .execute(),
    );
  });

  test('the album being unpublished, also on public pages; not for its owners', async () => {
    const { album, image, preview, cover } = await buildViewer();
    const shared = await app.call(catalogueEndpoints.getAlbumByUuid, { params: { uuid: album.uuid } });
    const open: Picture = { ...cover, auth: shared.body.cover_auth ?? '' };
    const owner = await buildUser(app);
    await buildEntitlement(app, owner, album);
    const owned = await ownersImages(owner, album, image);
    const token = await staffToken();
    await expectToEnd([preview, cover, open], async () => {
      expect(await publish(token, album, false)).toMatchObject({ status: 200 });
    });
    for (const process of [app, connected, disconnected]) {
      for (const picture of owned) expect(await statusAt(process, picture), picture.variant).toBe(200);
    }
    await publish(token, album, true);
    for (const process of [app, connected, disconnected]) expect(await statusAt(process, preview)).toBe(200);
  });

  test('the photo being hidden', async () => {
    const { user, album, image, preview, cover } = await buildViewer();
    const owner = await buildUser(app);
    await buildEntitlement(app, owner, album);
    const owned = await ownersImages(owner, album, image);
    // Only the report of somebody who has a reason to hold the album hides the photo before staff look.
    await buildEntitlement(app, user, album);
    const body = {
      image: image.id,
      album: album.id,
      event: album.eventId,
      user: user.id,
      type: 'privacy' as const,
      memo: 'That is my child',
    };
    const hide = async () => {
      expect(await app.call(moderationEndpoints.reportPhoto, { token: user.token, body })).toMatchObject({
        status: 200,
      });
    };
    await expectToEnd([preview, cover, ...owned], hide, [404]);
  });

  test('the end of all sessions, even if the person logs in again', async () => {
    const { user, preview, cover } = await buildViewer();
    await expectToEnd([preview, cover], async () => {
      const body = { everywhere: true };
      expect(await app.call(accountEndpoints.logOut, { token: user.token, body })).toMatchObject({
        status: 200,
      });
    });
    app.advanceMinutes(2);
    await startSession(app.context, user.id, { ip: '127.0.0.1', userAgent: 'test' });
    expect(await statusAt(app, preview)).toBe(403);
  });

  test('staff logging the person out everywhere', async () => {
    const { user, preview } = await buildViewer();
    const token = await staffToken();
    await expectToEnd([preview], async () => {
      const answer = await app.call(userAdministrationEndpoints.logUserOut, {
        token,
        params: { id: user.id },
      });
      expect(answer).toMatchObject({ status: 200 });
    });
  });

  test('a suspension, which an undo does not turn back for them', async () => {
    const { user, album, image, preview, cover } = await buildViewer();
    await buildEntitlement(app, user, album);
    const owned = await ownersImages(user, album, image);
    const token = await staffToken();
    const params = { id: user.id };
    await expectToEnd([preview, cover, ...owned], async () => {
      const answer = await app.call(userAdministrationEndpoints.suspendUser, {
        token,
        params,
        body: { reason: 'copying' },
      });
      expect(answer).toMatchObject({ status: 200 });
    });
    await app.call(userAdministrationEndpoints.unsuspendUser, { token, params });
    expect(await statusAt(app, preview)).toBe(403);
  });

  test('the deletion of the account', async () => {
    const { user, album, image, preview, cover } = await buildViewer();
    await buildEntitlement(app, user, album);
    const owned = await ownersImages(user, album, image);
    await expectToEnd([preview, cover, ...owned], async () => {
      const body = { password: TEST_PASSWORD };
      const answer = await app.call(privacyEndpoints.deleteMe, { token: user.token, body });
      expect(answer).toMatchObject({ status: 200 });
    });
  });

  test('a staff member losing the role', async () => {
    const staff = await buildUser(app, { role: 'customer_support' });
    const album = await buildAlbum(app, { publishedAt: null });
    const image = await buildImage(app, album);
    const opened = await app.call(catalogueEndpoints.getAlbum, {
      token: staff.token,
      params: { id: album.id },
    });
    const picture: Picture = { album, imageId: image.id, variant: 'preview', auth: opened.body.temp_jwt };
    await expectToEnd([picture], () =>
      app.context.db.updateTable('users').set({ role: 'authenticated' }).where('id', '=', staff.id).execute(),
    );
  });
});

test('the short cut for pictures refuses what the route refuses', async () => {
  const { user, preview } = await buildViewer();
  const address = await connected.app.listen({ host: '127.0.0.1', port: 0 });
  const status = async () => (await fetch(address + urlOf(preview))).status;
  expect([await status(), await status()]).toEqual([200, 200]);
  await app.call(accountEndpoints.logOut, { token: user.token, body: { everywhere: true } });
  await eventually(async () => ((await status()) === 403 ? true : undefined), 'a refusal by the short cut');
});

describe('a right that was gained', () => {
  test('opens at once in a process that remembers its lack', async () => {
    const { user, album, image, preview } = await buildViewer();
    expect(await statusAt(disconnected, preview)).toBe(200);
    await buildEntitlement(app, user, album);
    for (const picture of await ownersImages(user, album, image)) {
      expect(await statusAt(disconnected, picture), picture.variant).toBe(200);
    }
  });
});

test('a token of somebody who never held the album opens nothing', async () => {
  const { preview } = await buildViewer();
  const stranger = await buildUser(app);
  for (const kind of ['previews', 'originals'] as const) {
    const grant = { folderUuid: preview.album.uuid, userId: stranger.id, scope: { kind } };
    const auth = issueImageToken(app.context, grant, 30);
    expect(await statusAt(app, { ...preview, auth }), kind).toBe(403);
  }
});
