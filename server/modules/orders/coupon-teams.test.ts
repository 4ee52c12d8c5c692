import { expect, test } from 'vitest';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { buildCoupon, placeOrder, setCoupon } from '#server/testing/order-factories.ts';
import { ALBUM_PRICE, buildBuyer, buildViewedAlbum, sharePayingApp } from '#server/testing/paying-app.ts';

const app = await sharePayingApp();

async function albumOf(buyer: Awaited<ReturnType<typeof buildBuyer>>, programName: string, teamName: string) {
  const album = await buildViewedAlbum(app, buyer);
  await app.context.db
    .updateTable('albums')
    .set({ programName, teamName })
    .where('id', '=', album.id)
    .execute();
  return album.id;
}

const forComets = { teams: [{ program_name: 'star athletics ', team_name: 'Comets' }] };

test('a coupon for a team lowers only the lines of this team, whatever the case of its name', async () => {
  const buyer = await buildBuyer(app);
  const coupon = await buildCoupon(app, { percent_off: 50, ...forComets });
  const albums = [
    await albumOf(buyer, 'Star Athletics', 'Comets'),
    await albumOf(buyer, 'Star Athletics', 'Meteors'),
  ];
  const key = await placeOrder(app, buyer, albums);
  const { body } = await setCoupon(app, buyer, key, coupon.code);
  expect(body).toMatchObject({ discount: 998, total: 2 * ALBUM_PRICE - 998 });
  const totals = new Map(body.items.map(({ album, total }) => [album.id, total]));
  expect(totals.get(albums[0] ?? 0)).toBe(ALBUM_PRICE - 998);
  expect(totals.get(albums[1] ?? 0)).toBe(ALBUM_PRICE);
});

test('a coupon for a program covers all its teams', async () => {
  const buyer = await buildBuyer(app);
  const teams = [{ program_name: 'Star Athletics', team_name: '' }];
  const coupon = await buildCoupon(app, { percent_off: 100, teams });
  const key = await placeOrder(app, buyer, [await albumOf(buyer, 'Star Athletics', 'Meteors')]);
  expect((await setCoupon(app, buyer, key, coupon.code)).body).toMatchObject({ total: 0 });
});

test('a coupon of another team is refused in words, for an order and for a single album', async () => {
  const buyer = await buildBuyer(app);
  const coupon = await buildCoupon(app, forComets);
  const album = await albumOf(buyer, 'Harbor Cheer', 'Comets');
  const refused = { status: 409, error: { code: 'coupon_other_team' } };
  const key = await placeOrder(app, buyer, [album]);
  const answer = await setCoupon(app, buyer, key, coupon.code);
  expect(answer).toMatchObject(refused);
  expect(answer.error.message).toBe('This code is only for star athletics Comets.');
  const quote = await app.call(paymentEndpoints.quotePayment, {
    token: buyer.token,
    body: { albumId: album, coupon: coupon.code },
  });
  expect(quote).toMatchObject(refused);
});
