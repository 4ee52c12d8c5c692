import { beforeAll, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { priceListEndpoints } from '#contract/endpoints/price-lists.ts';
import { buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const app = shareTestApp();
let token: string;

beforeAll(async () => {
  token = (await buildUser(app, { role: 'customer_support' })).token;
});

const PRICES = { share_price: 1995, image_price: 1995, photo_steps: [], athlete_price: 3995 };
let lastName = 0;

async function create(fields: { name?: string; prices?: typeof PRICES } = {}) {
  const body = { name: `Standard ${++lastName}`, memo: 'Two-day events', prices: PRICES, ...fields };
  return app.call(priceListEndpoints.createPriceList, { token, body });
}

const update = (id: number, body: object) =>
  app.call(priceListEndpoints.updatePriceList, { token, params: { id }, body });
const apply = (id: number, events: number[]) =>
  app.call(priceListEndpoints.applyPriceList, { token, params: { id }, body: { events } });

/** An event in the future that uses the version. */
async function eventWith(version: number, prices: object = {}) {
  const { id } = await buildEvent(app, { startDate: '2999-05-01' });
  const body = { ...PRICES, ...prices, price_list_version: version };
  const answer = await app.call(catalogueEndpoints.setPricing, { token, params: { id }, body });
  expect(answer.status).toBe(200);
  return id;
}

const read = async (id: number) =>
  (await app.call(catalogueEndpoints.getStaffEvent, { token, params: { id } })).body;

test('other prices are a new version, and events keep the version they use', async () => {
  const { body: list } = await create();
  expect(list).toMatchObject({ number: 1, prices: PRICES, events: 0, outdated: [] });
  const eventId = await eventWith(list.price_list_version);
  const renamed = await update(list.id, { name: `${list.name} East`, prices: PRICES });
  expect(renamed.body).toMatchObject({
    number: 1,
    price_list_version: list.price_list_version,
    events: 1,
    outdated: [],
  });
  const raised = await update(list.id, { prices: { ...PRICES, share_price: 2100 } });
  expect(raised.body).toMatchObject({
    number: 2,
    prices: { share_price: 2100 },
    outdated: [{ id: eventId, name: 'Winter Classic', start_date: '2999-05-01' }],
  });
  expect(await read(eventId)).toMatchObject({
    event_pricings: [{ share_price: 1995 }],
    price_list: {
      id: list.id,
      version: list.price_list_version,
      number: 1,
      is_newest: false,
      has_own_prices: false,
    },
  });
});

test('staff move the upcoming events they saw; early prices stay, and own prices are left alone', async () => {
  const { body: list } = await create();
  const early = { until: '2999-04-01', percent_off: 10 };
  const plain = await eventWith(list.price_list_version, { early });
  const unseen = await eventWith(list.price_list_version);
  const own = await eventWith(list.price_list_version, { image_price: 1500 });
  const { db } = app.context;
  const past = await eventWith(list.price_list_version);
  await db.updateTable('events').set({ startDate: '2020-05-01' }).where('id', '=', past).execute();
  const { body: changed } = await update(list.id, { prices: { ...PRICES, share_price: 2100 } });
  expect(changed.outdated.map(({ id }) => id)).toEqual([plain, unseen]);
  expect((await apply(list.id, [own, past, plain, plain])).body).toEqual({ updated: [plain] });
  expect(await read(plain)).toMatchObject({
    event_pricings: [{ share_price: 2100, early }],
    price_list: { version: changed.price_list_version, is_newest: true },
  });
  for (const id of [unseen, own, past]) expect((await read(id)).event_pricings[0]?.share_price).toBe(1995);
  expect((await read(own)).price_list).toMatchObject({ has_own_prices: true });
  expect((await apply(list.id, [plain])).body).toEqual({ updated: [] });
  const record = await db
    .selectFrom('auditLog')
    .select(['before', 'after'])
    .where('subject', '=', `event:${plain}`)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(record).toMatchObject({ before: { share_price: 1995 }, after: { share_price: 2100 } });
});

test('an event keeps its list when only its prices change, and can leave it', async () => {
  const { body: list } = await create();
  const id = await eventWith(list.price_list_version);
  const set = (body: object) =>
    app.call(catalogueEndpoints.setPricing, { token, params: { id }, body: { ...PRICES, ...body } });
  await set({ share_price: 3000 });
  expect((await read(id)).price_list).toMatchObject({ id: list.id, has_own_prices: true });
  await set({ price_list_version: null });
  expect((await read(id)).price_list).toBeNull();
  expect(await set({ price_list_version: 999_999 })).toMatchObject({
    status: 400,
    error: { details: [{ path: 'price_list_version' }] },
  });
});

test('an archived list frees its name and still says what its events use', async () => {
  const { body: list } = await create();
  const eventId = await eventWith(list.price_list_version);
  expect(await create({ name: list.name.toUpperCase() })).toMatchObject({ status: 409 });
  expect((await update(list.id, { archived: true })).body.archived).toBe(true);
  expect((await read(eventId)).price_list).toMatchObject({ name: list.name });
  expect(await create({ name: list.name })).toMatchObject({ status: 200 });
  expect(await update(list.id, { archived: false })).toMatchObject({ status: 409 });
  const records = await app.context.db
    .selectFrom('auditLog')
    .select(['action', 'before', 'after'])
    .where('subject', '=', `price-list:${list.id}`)
    .orderBy('id')
    .execute();
  expect(records).toMatchObject([
    { action: 'price-list.create', after: { version: 1 } },
    { action: 'price-list.update', before: { archived: false }, after: { archived: true } },
  ]);
});

test('two changes and two lists of one name at the same moment leave whole numbers and one list', async () => {
  const { body: list } = await create();
  const answers = await Promise.all(
    [2000, 2001, 2002].map((share_price) => update(list.id, { prices: { ...PRICES, share_price } })),
  );
  expect(answers.map(({ body }) => body.number).sort()).toEqual([2, 3, 4]);
  const twice = await Promise.all([create({ name: 'Twice' }), create({ name: 'twice' })]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a list that makes no sense is refused', async () => {
  const body = { name: 'Wrong', memo: '', prices: { ...PRICES, photo_steps: [{ photos: 2, price: 9000 }] } };
  expect((await app.call(priceListEndpoints.createPriceList, { token, body })).status).toBe(400);
  expect((await update(999_999, { name: 'Nobody' })).status).toBe(404);
  expect((await apply(999_999, [1])).status).toBe(404);
});

test('names that the database lowercases to the same word are one name', async () => {
  expect((await create({ name: 'ΟΔΟΣ' })).status).toBe(200);
  expect(await create({ name: 'οδοσ' })).toMatchObject({ status: 409, error: { code: 'already_exists' } });
  const { body: other } = await create();
  expect((await update(other.id, { name: 'Οδοσ' })).status).toBe(409);
});
