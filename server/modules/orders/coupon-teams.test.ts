import { expect, test } from 'vitest';
import { couponEndpoints } from '#contract/endpoints/coupons.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { buildUser } from '#server/testing/factories.ts';
import { buildCoupon, payOrder, placeOrder, setCoupon } from '#server/testing/order-factories.ts';
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
  const albums = [
    await albumOf(buyer, 'Star Athletics', 'Comets'),
    await albumOf(buyer, 'Star Athletics', 'Meteors'),
  ];
  const coupon = await buildCoupon(app, { percent_off: 50, ...forComets });
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
  const album = await albumOf(buyer, 'Star Athletics', 'Meteors');
  const coupon = await buildCoupon(app, { percent_off: 100, teams });
  const key = await placeOrder(app, buyer, [album]);
  expect((await setCoupon(app, buyer, key, coupon.code)).body).toMatchObject({ total: 0 });
});

test('a coupon of another team is refused in words, for an order and for a single album', async () => {
  const buyer = await buildBuyer(app);
  await albumOf(buyer, 'Star Athletics', 'Comets');
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

test('a coupon for an event lowers only the lines of this event, to the cent', async () => {
  const buyer = await buildBuyer(app);
  const [here, elsewhere] = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
  const tenOff = { kind: 'fixed', percent_off: null, amount_off: 1000 } as const;
  const coupon = await buildCoupon(app, { ...tenOff, events: [here.eventId] });
  expect(coupon.events).toEqual([{ id: here.eventId, name: 'Winter Classic' }]);
  const key = await placeOrder(app, buyer, [elsewhere.id, here.id]);
  const { body } = await setCoupon(app, buyer, key, coupon.code);
  const totals = new Map(body.items.map(({ album, total }) => [album.id, total]));
  expect([totals.get(here.id), totals.get(elsewhere.id)]).toEqual([ALBUM_PRICE - 1000, ALBUM_PRICE]);
  expect(await payOrder(app, buyer, key, 2 * ALBUM_PRICE - 1000)).toMatchObject({
    body: { status: 'succeeded', amount: 2 * ALBUM_PRICE - 1000 },
  });
});

test('a coupon for a team at an event counts for neither the team elsewhere nor others at the event', async () => {
  const buyer = await buildBuyer(app);
  const comets = await albumOf(buyer, 'Star Athletics', 'Comets');
  const cometsElsewhere = await albumOf(buyer, 'Star Athletics', 'Comets');
  const other = await buildViewedAlbum(app, buyer);
  const events = [await eventOf(comets), other.eventId];
  await app.context.db
    .updateTable('albums')
    .set({ teamName: 'Meteors' })
    .where('id', '=', other.id)
    .execute();
  const coupon = await buildCoupon(app, { percent_off: 100, ...forComets, events });
  const key = await placeOrder(app, buyer, [comets, cometsElsewhere, other.id]);
  const { body } = await setCoupon(app, buyer, key, coupon.code);
  const free = body.items.filter(({ total }) => total === 0);
  expect(free.map(({ album }) => album.id)).toEqual([comets]);
  const refused = await setCoupon(app, buyer, await placeOrder(app, buyer, [cometsElsewhere]), coupon.code);
  expect(refused.error).toMatchObject({
    code: 'coupon_other_event',
    message: 'This code is only for star athletics Comets at Winter Classic, Winter Classic.',
  });
});

async function eventOf(albumId: number): Promise<number> {
  const { db } = app.context;
  const album = db.selectFrom('albums').select('eventId').where('id', '=', albumId);
  return (await album.executeTakeFirstOrThrow()).eventId;
}

async function edit(couponId: number, body: Parameters<typeof send>[2]) {
  return send((await buildUser(app, { role: 'super' })).token, couponId, body);
}

function send(token: string, id: number, body: object) {
  return app.call(couponEndpoints.updateCoupon, { token, params: { id }, body });
}

test('staff edit a coupon, and before and after are on record', async () => {
  const buyer = await buildBuyer(app);
  const { eventId } = await buildViewedAlbum(app, buyer);
  const coupon = await buildCoupon(app, { percent_off: 10 });
  const edited = await edit(coupon.id, { percent_off: 25, events: [eventId], max_uses: 5 });
  expect(edited).toMatchObject({
    status: 200,
    body: { code: coupon.code, percent_off: 25, max_uses: 5, events: [{ id: eventId }] },
  });
  const record = await app.context.db
    .selectFrom('auditLog')
    .select(['before', 'after'])
    .where('action', '=', 'coupon.update')
    .where('subject', '=', `coupon:${coupon.id}`)
    .executeTakeFirstOrThrow();
  expect(record).toMatchObject({
    before: { percent_off: 10, events: [], max_uses: null },
    after: { percent_off: 25, events: [eventId], max_uses: 5 },
  });
});

test.each([
  ['an event that does not exist', { events: [999_999] }, 400],
  ['a team that does not exist', { teams: [{ program_name: 'Star Atletics', team_name: 'Comets' }] }, 400],
  ['a team of another program', { teams: [{ program_name: 'Harbor Cheer', team_name: 'Meteors' }] }, 400],
  ['an amount beside its percentage', { amount_off: 500 }, 400],
  ['an end in the past', { expires_at: '2020-01-01T00:00:00Z' }, 400],
  ['another code', { code: 'OTHER' }, 400],
])('a coupon cannot be given %s', async (_what, change, status) => {
  expect((await edit((await buildCoupon(app)).id, change)).status).toBe(status);
});

test('an order keeps the discount it was placed with, and what the coupon gives no longer changes', async () => {
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  const coupon = await buildCoupon(app, { percent_off: 20 });
  const key = await placeOrder(app, buyer, [album.id]);
  const { body } = await setCoupon(app, buyer, key, coupon.code);
  expect(await edit(coupon.id, { percent_off: 50 })).toMatchObject({ error: { code: 'coupon_in_use' } });
  const elsewhere = await buildViewedAlbum(app, buyer);
  expect((await edit(coupon.id, { events: [elsewhere.eventId], memo: 'moved' })).status).toBe(200);
  expect(await payOrder(app, buyer, key, body.total)).toMatchObject({ body: { amount: body.total } });
});

test('an edit and an order at the same moment leave no order with another discount than the coupon gives', async () => {
  const buyer = await buildBuyer(app);
  const { token } = await buildUser(app, { role: 'super' });
  for (let round = 0; round < 8; round++) {
    const album = await buildViewedAlbum(app, buyer);
    const coupon = await buildCoupon(app, { percent_off: 20 });
    const key = await placeOrder(app, buyer, [album.id]);
    const [order, edited] = await Promise.all([
      setCoupon(app, buyer, key, coupon.code),
      send(token, coupon.id, { percent_off: 100 }),
    ]);
    const gives = edited.status === 200 ? 100 : 20;
    expect(order.body).toMatchObject({
      total: gives === 100 ? 0 : 1596,
      coupon: { off: `${gives}%` },
    });
  }
});
