import { expect, test } from 'vitest';
import { favoriteEndpoints } from '#contract/endpoints/found-albums.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { reminderEndpoints } from '#contract/endpoints/reminders.ts';
import { planSaleMails } from '#server/modules/reminders/plan-sale-mails.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, nextMessage } from '#server/testing/factories.ts';
import {
  ALBUM_PRICE,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';

const app = await startPayingApp();

test('a customer who is reminded, follows the link and buys counts with what stays after refunds', async () => {
  const { token: staff } = await buildUser(app, { role: 'super' });
  const totals = async () => (await app.call(reminderEndpoints.saleMailReport, { token: staff })).body;
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  const image = await buildImage(app, album);
  const marked = await app.call(favoriteEndpoints.changeFavorites, {
    token: buyer.token,
    body: { add: [image.id] },
  });
  expect(marked.status).toBe(200);
  app.advanceMinutes(48 * 60 + 1);
  await planSaleMails(app.context, new AbortController().signal);
  const message = await nextMessage(app, buyer.email, /photos from/);
  await eventually(async () => (await totals()).length > 0 || undefined, 'a sent reminder');
  const row = { event: album.eventId, kind: 'reminder', sent: 1 };
  expect(await totals()).toMatchObject([{ ...row, opened: 0, bought: 0, revenue: 0 }]);
  const token = /[?&]mail=([\w.-]+)/.exec(message.text)?.[1] ?? '';
  await app.call(reminderEndpoints.openSaleMail, { body: { token } });
  const paid = await payForAlbum(app, buyer, album.id);
  expect(paid.status).toBe(200);
  expect(await totals()).toMatchObject([{ ...row, opened: 1, bought: 1, revenue: ALBUM_PRICE }]);
  // A purchase of somebody else does not count.
  const stranger = await buildBuyer(app);
  const other = await buildViewedAlbum(app, stranger);
  expect((await payForAlbum(app, stranger, other.id)).status).toBe(200);
  expect(await totals()).toMatchObject([{ ...row, bought: 1, revenue: ALBUM_PRICE }]);
  await app.call(refundEndpoints.refundOrder, {
    token: staff,
    params: { id: paid.body.order_key },
    body: { memo: 'asked for' },
  });
  expect(await totals()).toMatchObject([{ ...row, bought: 1, revenue: 0 }]);
});
