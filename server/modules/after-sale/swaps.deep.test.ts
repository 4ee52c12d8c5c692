import { describe, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { imageRights } from '#server/app.ts';
import { createImageAccess } from '#server/modules/images/image-access.ts';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { zipPath } from '#server/testing/fetch-zip.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  sharePayingApp,
} from '#server/testing/paying-app.ts';
import { refundOrder } from '#server/testing/refunds.ts';

const app = await sharePayingApp();
const dearer = { sharePriceCents: 500, imagePriceCents: 900 };
const cheaper = { sharePriceCents: 100, imagePriceCents: 100 };

const tokenOf = async (role: Role) => (await buildUser(app, { role })).token;
const swap = (token: string, line: number, album: number, memo?: string) =>
  app.call(refundEndpoints.swapAlbumPayment, {
    token,
    body: { album_payment_id: line, album_id: album, ...(memo === undefined ? {} : { memo }) },
  });
const ownedBy = async (buyer: Buyer) => {
  const { body } = await app.call(foundAlbumEndpoints.myAlbums, { token: buyer.token });
  return body.owned.map((found) => found.album.id);
};

async function buyAlbum() {
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  await payForAlbum(app, buyer, album.id);
  const { entitlements } = await booksOf(app, buyer.id);
  return { buyer, album, line: entitlements[0]?.orderLineId ?? 0 };
}

const setEntitlement = (line: number, fields: { downloadsUsed?: number; createdAt?: Date }) =>
  app.context.db.updateTable('entitlements').set(fields).where('orderLineId', '=', line).execute();

describe('staff', () => {
  test('swap a purchase for an album of equal or lower price, and its downloads move along', async () => {
    const { buyer, line } = await buyAlbum();
    await setEntitlement(line, { downloadsUsed: 3 });
    const token = await tokenOf('customer_support');
    const equal = await buildViewedAlbum(app, buyer);
    expect(await swap(token, line, equal.id)).toMatchObject({ status: 200, body: { amount: ALBUM_PRICE } });
    expect(await ownedBy(buyer)).toEqual([equal.id]);
    const lower = await buildViewedAlbum(app, buyer, cheaper);
    expect(await swap(token, line, lower.id)).toMatchObject({ status: 200 });
    const { entitlements, entries } = await booksOf(app, buyer.id);
    expect(entitlements).toMatchObject([{ albumId: lower.id, downloadsUsed: 3, state: 'active' }]);
    expect(entries).toHaveLength(1);
  });

  test('need the role super and a memo for a higher price, and the difference is recorded', async () => {
    const { buyer, line } = await buyAlbum();
    const album = await buildViewedAlbum(app, buyer, dearer);
    const memo = 'we filed the photos wrongly';
    const refused = { status: 409, error: { code: 'swap_price_higher' } };
    expect(await swap(await tokenOf('customer_support'), line, album.id, memo)).toMatchObject(refused);
    const boss = await tokenOf('super');
    expect(await swap(boss, line, album.id)).toMatchObject(refused);
    expect(await swap(boss, line, album.id, memo)).toMatchObject({ status: 200 });
    const { db } = app.context;
    const swaps = await db.selectFrom('entitlementSwaps').selectAll().where('memo', '=', memo).execute();
    expect(swaps).toMatchObject([{ fromPriceCents: ALBUM_PRICE, toPriceCents: 3500, isByCustomer: false }]);
  });

  test('swap a photo for a photo, never for an album', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const [first, second] = [await buildImage(app, album), await buildImage(app, album)];
    await app.call(paymentEndpoints.payForImage, {
      token: buyer.token,
      body: { imageId: first.id, paymentMethodId: buyer.sourceId, amount: 499, facial: false },
    });
    const { entitlements } = await booksOf(app, buyer.id);
    const line = entitlements[0]?.orderLineId ?? 0;
    expect(await swap(await tokenOf('analyst'), line, album.id)).toMatchObject({ status: 403 });
    const token = await tokenOf('customer_support');
    expect(await swap(token, line, album.id)).toMatchObject({ status: 404 });
    const answer = await app.call(refundEndpoints.swapImagePayment, {
      token,
      body: { image_payment_id: line, image_id: second.id },
    });
    expect(answer).toMatchObject({ status: 200 });
    expect((await booksOf(app, buyer.id)).entitlements).toMatchObject([{ imageId: second.id }]);
  });
});

describe('a customer', () => {
  const refused = { status: 409, error: { code: 'swap_not_allowed' } };

  test('swaps an album once for one of the same price', async () => {
    const { buyer, line } = await buyAlbum();
    const [second, third] = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
    const answers = await Promise.all([
      swap(buyer.token, line, second.id),
      swap(buyer.token, line, third.id),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await ownedBy(buyer)).toHaveLength(1);
  });

  test('swaps nothing after a download, after 48 hours, or for another price', async () => {
    const { buyer, line } = await buyAlbum();
    const album = await buildViewedAlbum(app, buyer);
    const lower = await buildViewedAlbum(app, buyer, cheaper);
    expect(await swap(buyer.token, line, lower.id)).toMatchObject(refused);
    await setEntitlement(line, { downloadsUsed: 1 });
    expect(await swap(buyer.token, line, album.id)).toMatchObject(refused);
    await setEntitlement(line, { downloadsUsed: 0, createdAt: new Date(Date.now() - 49 * 3_600_000) });
    expect(await swap(buyer.token, line, album.id)).toMatchObject(refused);
  });

  test('spends what they paid for photos once, also after a swap of the album', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const image = await buildImage(app, album);
    const photo = await app.call(paymentEndpoints.payForImage, {
      token: buyer.token,
      body: { imageId: image.id, paymentMethodId: buyer.sourceId, amount: 499, facial: false },
    });
    const bought = await payForAlbum(app, buyer, album.id, { amount: ALBUM_PRICE - 499 });
    const { entitlements } = await booksOf(app, buyer.id);
    const other = await buildViewedAlbum(app, buyer);
    const line = entitlements.find(({ imageId }) => imageId === null)?.orderLineId ?? 0;
    expect(await swap(buyer.token, line, other.id)).toMatchObject({ status: 200 });
    const quote = await app.call(paymentEndpoints.quotePayment, {
      token: buyer.token,
      body: { albumId: album.id },
    });
    expect(quote.body).toMatchObject({ credit: 0, total: ALBUM_PRICE });
    const spent = { status: 409, error: { message: expect.stringContaining('Refund the album first') } };
    expect(await refundOrder(app, photo.body.order_key)).toMatchObject(spent);
    // Staff swap the photo, too.
    const third = await buildViewedAlbum(app, buyer);
    const elsewhere = await buildImage(app, third);
    const photoLine = entitlements.find(({ imageId }) => imageId !== null)?.orderLineId ?? 0;
    await app.call(refundEndpoints.swapImagePayment, {
      token: await tokenOf('customer_support'),
      body: { image_payment_id: photoLine, image_id: elsewhere.id },
    });
    expect(await refundOrder(app, photo.body.order_key)).toMatchObject(spent);
    const creditFor = async (albumId: number) => {
      const own = await app.call(paymentEndpoints.quotePayment, { token: buyer.token, body: { albumId } });
      return own.body.credit;
    };
    expect(await creditFor(third.id)).toBe(0);
    // Another photo of that album still counts, and so does the first once its album was refunded.
    const more = await buildImage(app, third);
    await app.call(paymentEndpoints.payForImage, {
      token: buyer.token,
      body: { imageId: more.id, paymentMethodId: buyer.sourceId, amount: 499, facial: false },
    });
    expect(await creditFor(third.id)).toBe(499);
    await refundOrder(app, bought.body.order_key);
    expect(await creditFor(third.id)).toBe(2 * 499);
  });

  test('swaps for no album that they never viewed', async () => {
    const { buyer, line } = await buyAlbum();
    const unseen = await buildViewedAlbum(app, await buildBuyer(app));
    expect(await swap(buyer.token, line, unseen.id)).toMatchObject({
      status: 409,
      error: { code: 'view_before_purchase' },
    });
  });

  test("cannot swap another customer's purchase, or for an album they own", async () => {
    const { line } = await buyAlbum();
    const { buyer, album, line: own } = await buyAlbum();
    expect(await swap(buyer.token, line, album.id)).toMatchObject({ status: 404 });
    expect(await swap(buyer.token, own, album.id)).toMatchObject({ error: { code: 'already_owned' } });
    expect(await swap(buyer.token, own, 2_000_000_000)).toMatchObject({ status: 404 });
  });
});

describe('what was taken cannot be swapped by the customer', () => {
  const refused = { status: 409, error: { code: 'swap_not_allowed' } };

  async function buyWithPhoto() {
    const bought = await buyAlbum();
    const image = await buildImage(app, bought.album);
    const opened = await app.call(catalogueEndpoints.getAlbum, {
      token: bought.buyer.token,
      params: { id: bought.album.id },
    });
    const url = (variant: string) =>
      `/api/images/${bought.album.uuid}/${image.id}.${variant}?auth=${opened.body.temp_jwt}`;
    const isTaken = async () => {
      const { body } = await app.call(downloadEndpoints.myDownloads, { token: bought.buyer.token });
      return body.albums.find(({ order_line }) => order_line === bought.line)?.is_taken;
    };
    const fetchOriginal = async () => (await app.app.inject({ url: url('original') })).statusCode;
    return { ...bought, image, url, isTaken, fetchOriginal };
  }

  test('after one preview without the watermark; thumbs and watermarked previews take nothing', async () => {
    const { buyer, album, image, line, url, isTaken } = await buyWithPhoto();
    const other = await buildViewedAlbum(app, buyer);
    const preview = () => app.app.inject({ url: url('preview') });
    // The clean preview is not made yet, so the watermarked one is sent.
    expect((await preview()).headers['x-picture-rendition']).toBe('marked');
    for (const variant of ['clean-thumb', 'clean-preview'] as const)
      await app.context.storage.put(derivativeKey(album.uuid, image.id, variant), Buffer.from(variant));
    expect((await app.app.inject({ url: url('thumb') })).body).toBe('clean-thumb');
    await app.app.inject({ method: 'HEAD', url: url('preview') });
    expect(await isTaken()).toBe(false);
    for (let i = 0; i < 2; i++) expect((await preview()).body).toBe('clean-preview');
    expect(await isTaken()).toBe(true);
    expect(await swap(buyer.token, line, other.id)).toMatchObject(refused);
    expect(await swap(await tokenOf('customer_support'), line, other.id)).toMatchObject({ status: 200 });
  });

  test('after one original', async () => {
    const { buyer, line, url, isTaken, fetchOriginal } = await buyWithPhoto();
    const other = await buildViewedAlbum(app, buyer);
    await app.app.inject({ url: url('thumb') });
    await app.app.inject({ method: 'HEAD', url: url('original') });
    expect(await isTaken()).toBe(false);
    expect(await fetchOriginal()).toBe(200);
    expect(await isTaken()).toBe(true);
    expect(await swap(buyer.token, line, other.id)).toMatchObject(refused);
    expect(await swap(await tokenOf('customer_support'), line, other.id)).toMatchObject({ status: 200 });
  });

  test('after the first byte of the zip, even when staff gave the downloads back', async () => {
    const { buyer, line } = await buyWithPhoto();
    const { entitlements } = await booksOf(app, buyer.id);
    const id = entitlements[0]?.id ?? 0;
    const url = await zipPath(app, buyer, id);
    await app.app.inject({ url, headers: { range: 'bytes=0-0' } });
    const other = await buildViewedAlbum(app, buyer);
    expect(await swap(buyer.token, line, other.id)).toMatchObject(refused);
    const reset = { token: await tokenOf('customer_support'), params: { id } };
    expect(await app.call(downloadEndpoints.resetDownloads, reset)).toMatchObject({ status: 200 });
    expect(await swap(buyer.token, line, other.id)).toMatchObject(refused);
  });

  test('a clean preview that was asked for before the swap is not sent once the swap has happened', async () => {
    const { buyer, album, image, line } = await buyWithPhoto();
    const other = await buildViewedAlbum(app, buyer);
    const grant = {
      ...{ folderUuid: album.uuid, userId: buyer.id, scope: { kind: 'previews' as const } },
      ...{ issuedAtSeconds: 0, expiresAtSeconds: 0 },
    };
    // It reads what is owned only now, as a request does whose first answer a live event has ended.
    const access = createImageAccess(app.context, imageRights);
    expect(await swap(buyer.token, line, other.id)).toMatchObject({ status: 200 });
    expect(await access.takePreview(grant, image.id)).toBe(false);
  });

  test.each(['originals', 'clean previews'] as const)(
    'when both happen at once with %s, exactly one of them does',
    async (what) => {
      for (let round = 0; round < 4; round += 1) {
        const { buyer, album, image, line, url, fetchOriginal } = await buyWithPhoto();
        const other = await buildViewedAlbum(app, buyer);
        await app.context.storage.put(
          derivativeKey(album.uuid, image.id, 'clean-preview'),
          Buffer.from('clean'),
        );
        // A request that began before the swap may still get the watermarked preview, but never the clean one.
        const fetchPreview = async () =>
          (await app.app.inject({ url: url('preview') })).payload === 'clean' ? 200 : 403;
        const fetch = what === 'originals' ? fetchOriginal : fetchPreview;
        const [swapped, ...fetched] = await Promise.all([
          swap(buyer.token, line, other.id),
          fetch(),
          fetch(),
        ]);
        const isSwapped = swapped.status === 200;
        expect(fetched, JSON.stringify(swapped)).toEqual(isSwapped ? [403, 403] : [200, 200]);
        const { entitlements } = await booksOf(app, buyer.id);
        expect(entitlements.map(({ takenAt }) => takenAt === null)).toEqual([isSwapped]);
      }
    },
  );
});
