import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { couponEndpoints } from '#contract/endpoints/coupons.ts';
import { clockField, ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { legalEndpoints } from '#contract/endpoints/legal.ts';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { payeeEndpoints } from '#contract/endpoints/payees.ts';
import { priceListEndpoints } from '#contract/endpoints/price-lists.ts';
import { type EventRoster, rosterEndpoints } from '#contract/endpoints/roster.ts';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { taxEndpoints } from '#contract/endpoints/tax.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import type { SuspensionReason } from '#contract/rules/accounts.ts';
import { FACTORY_NOTIFICATION_SETTINGS } from '#contract/rules/notifications.ts';
import type { Permission, Role } from '#contract/rules/permissions.ts';
import { insertCamera } from '#server/modules/ingest/cameras.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { buildCoupon } from '#server/testing/order-factories.ts';
import { rosterCalls } from '#server/testing/roster.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();
let ana: TestUser;
let ben: TestUser;

beforeAll(async () => {
  ana = await buildUser(testApp, { role: 'super' });
  ben = await buildUser(testApp, { role: 'super' });
});

const { getStaffEvent, updateEvent, setPricing, getAlbum, updateAlbum } = catalogueEndpoints;

type Answer = {
  status: number;
  body: { version?: number | undefined };
  error?: { code: string; details?: unknown } | undefined;
};
type Edit = { version?: number | undefined; [field: string]: unknown };
type Form = {
  read: (as: TestUser) => Promise<Answer>;
  save: (as: TestUser, edit: Edit) => Promise<Answer>;
};

type Answered<Body> = Omit<Answer, 'body'> & { body: Body };

/** The part of an answer that a form is about; empty if the call was refused. */
const oneOf = <Row extends Answer['body']>(
  { body, ...answer }: Answered<Row[] | undefined>,
  isWanted: (row: Row) => boolean,
): Answer => ({ ...answer, body: body?.find(isWanted) ?? {} });

const PRICES = { share_price: 285, image_price: null, photo_steps: [], athlete_price: null };

/** Two fields of every form, with a value for each of two people. */
const FORMS: Record<string, { mine: Edit; theirs: Edit; other: Edit; open: () => Promise<Form> }> = {
  'an event': {
    mine: { city: 'Reno' },
    theirs: { city: 'Sparks' },
    other: { venue_name: 'Hall 9' },
    open: async () => {
      const params = { id: (await buildEvent(testApp)).id };
      return {
        read: ({ token }) => testApp.call(getStaffEvent, { token, params }),
        save: ({ token }, body) => testApp.call(updateEvent, { token, params, body }),
      };
    },
  },
  'the prices of an event': {
    mine: { share_price: 300 },
    theirs: { share_price: 350 },
    other: { early: { until: '2027-01-01', percent_off: 10 } },
    open: async () => {
      const params = { id: (await buildEvent(testApp)).id };
      const first = { share_price: 285, image_price: 500 };
      await testApp.call(setPricing, { token: ana.token, params, body: first });
      return {
        read: ({ token }) => testApp.call(getStaffEvent, { token, params }),
        save: ({ token }, body) => testApp.call(setPricing, { token, params, body }),
      };
    },
  },
  'an album': {
    mine: { team_name: 'Comets' },
    theirs: { team_name: 'Meteors' },
    other: { performance_order: 77 },
    open: async () => {
      const params = { id: (await buildAlbum(testApp)).id };
      return {
        read: ({ token }) => testApp.call(getAlbum, { token, params }),
        save: ({ token }, body) => testApp.call(updateAlbum, { token, params, body }),
      };
    },
  },
  'a payee': {
    mine: { name: 'Crown Series' },
    theirs: { name: 'Crown Series LLC' },
    other: { email: 'pay@crown.test' },
    open: async () => {
      const body = { kind: 'producer' as const, name: 'Crown' };
      const { id } = (await testApp.call(payeeEndpoints.addPayee, { token: ana.token, body })).body;
      return {
        read: async ({ token }) => {
          const { body: all, ...answer } = await testApp.call(payeeEndpoints.listPayees, { token });
          return oneOf({ ...answer, body: all.payees }, (row) => row.id === id);
        },
        save: ({ token }, edit) =>
          testApp.call(payeeEndpoints.changePayee, { token, params: { id }, body: edit }),
      };
    },
  },
  'the site settings': {
    mine: { tax_name: 'VAT' },
    theirs: { tax_name: 'GST' },
    other: { image_price: 777 },
    open: async () => ({
      read: ({ token }) => testApp.call(settingsEndpoints.getSettings, { token }),
      save: ({ token }, body) => testApp.call(settingsEndpoints.changeSettings, { token, body }),
    }),
  },
  'the legal texts': {
    mine: { terms: 'Mine.' },
    theirs: { terms: 'Theirs.' },
    other: { privacy: 'Other.' },
    open: async () => ({
      read: ({ token }) => testApp.call(legalEndpoints.getLegalTemplates, { token }),
      save: ({ token }, body) => testApp.call(legalEndpoints.changeLegalTexts, { token, body }),
    }),
  },
  'a profile': {
    mine: { city: 'Austin' },
    theirs: { city: 'Dallas' },
    other: { zip_code: '78701' },
    open: async () => {
      const params = { id: (await buildUser(testApp)).id };
      return {
        read: ({ token }) => testApp.call(accountEndpoints.getUser, { token, params }),
        save: ({ token }, body) => testApp.call(accountEndpoints.updateUser, { token, params, body }),
      };
    },
  },
  'the notification defaults': {
    mine: { pool: { email: false, sms: true, push: true } },
    theirs: { pool: { email: false, sms: false, push: true } },
    other: { zip_ready: { email: false, sms: false, push: true } },
    open: async () => {
      const save = ({ token }: TestUser, { version, ...settings }: Edit) =>
        testApp.call(notificationEndpoints.setDefaultSettings, {
          token,
          body: { settings: settings as object, version },
        });
      await save(ana, { ...FACTORY_NOTIFICATION_SETTINGS });
      return {
        read: async ({ token }) => {
          const { status, body } = await testApp.call(notificationEndpoints.getDefaultSettings, { token });
          return { status, body: { ...body[0]?.settings, version: body[0]?.version } };
        },
        save,
      };
    },
  },
  'a coupon': {
    mine: { memo: 'Mine' },
    theirs: { memo: 'Theirs' },
    other: { percent_off: 20 },
    open: async () => {
      const { listCoupons, updateCoupon } = couponEndpoints;
      const { id } = await buildCoupon(testApp, { percent_off: 10 });
      return {
        read: async ({ token }) => oneOf(await testApp.call(listCoupons, { token }), (one) => one.id === id),
        save: ({ token }, body) => testApp.call(updateCoupon, { token, params: { id }, body }),
      };
    },
  },
  'a price list': {
    mine: { memo: 'Mine' },
    theirs: { memo: 'Theirs' },
    other: { prices: { ...PRICES, share_price: 700 } },
    open: async () => {
      const { listPriceLists, createPriceList, updatePriceList } = priceListEndpoints;
      const body = { name: randomUUID(), prices: PRICES };
      const { id } = (await testApp.call(createPriceList, { token: ana.token, body })).body;
      return {
        read: async ({ token }) =>
          oneOf(await testApp.call(listPriceLists, { token }), (one) => one.id === id),
        save: ({ token }, edit) => testApp.call(updatePriceList, { token, params: { id }, body: edit }),
      };
    },
  },
  'a photographer': {
    mine: { default_rate_basis_points: 3_100 },
    theirs: { default_rate_basis_points: 3_200 },
    other: { email: 'kim@example.test' },
    open: async () => {
      const { listPhotographers, changePhotographer } = rosterEndpoints;
      const { id } = await rosterCalls(testApp).add(randomUUID(), 3_000);
      return {
        read: async ({ token }) =>
          oneOf(await testApp.call(listPhotographers, { token }), (one) => one.id === id),
        save: ({ token }, body) => testApp.call(changePhotographer, { token, params: { id }, body }),
      };
    },
  },
  'the rate and days of a photographer at an event': {
    mine: { rate_basis_points: 3_100 },
    theirs: { rate_basis_points: 3_200 },
    other: { days: ['2026-03-07'] },
    open: async () => {
      const { add, assign } = rosterCalls(testApp);
      const { id } = await buildEvent(testApp, { startDate: '2026-03-07' });
      const { id: photographer } = await add(randomUUID(), 3_000);
      await assign(id, photographer, 3_000);
      const own = (answer: Answered<EventRoster>) =>
        oneOf({ ...answer, body: answer.body?.assigned }, (one) => one.photographer === photographer);
      return {
        read: async ({ token }) =>
          own(await testApp.call(rosterEndpoints.listEventPhotographers, { token, params: { id } })),
        save: async ({ token }, body) =>
          own(
            await testApp.call(rosterEndpoints.assignPhotographer, {
              token,
              params: { id, photographer },
              body,
            }),
          ),
      };
    },
  },
  'a tax rate': {
    mine: { rate_millionths: 51_000 },
    theirs: { rate_millionths: 52_000 },
    other: { to_day: '2030-12-31' },
    open: async () => {
      const { addTaxRate, listTaxRates, updateTaxRate } = taxEndpoints;
      const place = { country: 'US', state: 'OH', kind: 'print' as const, name: randomUUID() };
      const body = { ...place, rate_millionths: 50_000, from_day: '2026-01-01', to_day: null };
      const { id } = (await testApp.call(addTaxRate, { token: ana.token, body })).body;
      return {
        read: async ({ token }) => oneOf(await testApp.call(listTaxRates, { token }), (one) => one.id === id),
        save: ({ token }, edit) => testApp.call(updateTaxRate, { token, params: { id }, body: edit }),
      };
    },
  },
  'a canned reply': {
    mine: { text: 'Mine' },
    theirs: { text: 'Theirs' },
    other: { title: `Other ${randomUUID()}` },
    open: async () => {
      const { addReply, changeReply, getDesk } = supportEndpoints;
      const body = { title: randomUUID(), text: 'First' };
      const { id } = (await testApp.call(addReply, { token: ana.token, body })).body;
      return {
        read: async ({ token }) => {
          const desk = await testApp.call(getDesk, { token });
          return oneOf({ ...desk, body: desk.body.replies }, (one) => one.id === id);
        },
        save: ({ token }, edit) => testApp.call(changeReply, { token, params: { id }, body: edit }),
      };
    },
  },
};

describe.each(Object.entries(FORMS))('%s', (_name, { mine, theirs, other, open }) => {
  const [field = ''] = Object.keys(mine);

  test('that a colleague has changed since says who, when and what, and can be saved again', async () => {
    const { read, save } = await open();
    const { version } = (await read(ana)).body;
    const saved = await save(ben, { ...theirs, version });
    expect(saved.status).toBe(200);
    const refused = await save(ana, { ...mine, version });
    const { code, details } = refused.error ?? {};
    expect({ status: refused.status, code }).toEqual({ status: 409, code: 'changed_meanwhile' });
    const value = Object.values(theirs)[0];
    expect(details).toEqual({
      changes: [
        {
          field,
          theirs: typeof value === 'object' ? expect.any(String) : String(value),
          by: ben.name,
          at: expect.stringMatching(/Z$/),
        },
      ],
    });
    const fresh = (await read(ana)).body;
    expect(fresh.version).toBe(saved.body.version);
    expect((await save(ana, { ...mine, version: fresh.version })).status).toBe(200);
  });

  test('takes changes of different fields from two people, and the same change from both', async () => {
    const { read, save } = await open();
    const { version } = (await read(ana)).body;
    const answers = await Promise.all([save(ana, { ...mine, version }), save(ben, { ...other, version })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await save(ben, { ...mine, version })).status).toBe(200);
  });

  test('is overwritten by a call without a version, as before', async () => {
    const { save } = await open();
    await save(ben, theirs);
    expect((await save(ana, mine)).status).toBe(200);
  });
});

test('of many saves of one field at the same moment exactly one goes through, and all of different fields', async () => {
  const form = await FORMS['the prices of an event']?.open();
  const { version } = (await form?.read(ana))?.body ?? {};
  const price = (cents: number) => form?.save(cents % 2 ? ana : ben, { share_price: cents, version });
  const statuses = (await Promise.all(Array.from({ length: 24 }, (_, index) => price(400 + index)))).map(
    (answer) => answer?.status,
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(23);
  const settings = await FORMS['the site settings']?.open();
  const before = (await settings?.read(ana))?.body.version;
  const edits = [{ view_limit: 11 }, { tax_name: 'T' }, { few_photos_warning: 5 }, { mail_signature: 'S' }];
  const answers = await Promise.all(edits.map((edit) => settings?.save(ben, { ...edit, version: before })));
  expect(answers.map((answer) => answer?.status)).toEqual(edits.map(() => 200));
  expect((await settings?.read(ana))?.body).toMatchObject(Object.assign({}, ...edits));
});

test('prices that do not fit those of a colleague are refused, and the rest stays', async () => {
  const form = await FORMS['the prices of an event']?.open();
  await form?.save(ben, { late: { from: '2027-02-01', percent_more: 10 } });
  const wrong = await form?.save(ana, { early: { until: '2027-03-01', percent_off: 10 } });
  expect(wrong).toMatchObject({ status: 400, error: { details: [{ path: 'late' }] } });
  const { body } = (await form?.save(ana, { image_price: null })) ?? {};
  expect(body).toMatchObject({ share_price: 285, image_price: null, late: { percent_more: 10 } });
});

test('an allowance of a customer that a colleague has just changed is not overwritten', async () => {
  const params = { id: (await buildUser(testApp)).id };
  const { previewQuota, allowMore } = userAdministrationEndpoints;
  const { version } = (await testApp.call(previewQuota, { token: ana.token, params })).body;
  const allow = ({ token }: TestUser, more: number) =>
    testApp.call(allowMore, {
      token,
      params,
      body: { more_programs: more, more_albums: 1, days: 3, version },
    });
  expect((await allow(ben, 5)).status).toBe(200);
  expect(await allow(ana, 6)).toMatchObject({ status: 409, error: { code: 'changed_meanwhile' } });
});

test('what a colleague has just allowed a role is not overwritten', async () => {
  const { listRoles, changeRolePermissions } = userAdministrationEndpoints;
  const read = async () =>
    oneOf(await testApp.call(listRoles, { token: ana.token }), (one) => one.role === 'event_lead').body;
  const { version } = await read();
  const change = ({ token }: TestUser, permissions: Permission[], known = version) =>
    testApp.call(changeRolePermissions, {
      token,
      params: { role: 'event_lead' },
      body: { permissions, version: known },
    });
  expect((await change(ben, ['admin_albums', 'reports'])).status).toBe(200);
  expect(await change(ana, ['admin_albums'])).toMatchObject({
    status: 409,
    error: { code: 'changed_meanwhile', details: { changes: [{ field: 'permissions', by: ben.name }] } },
  });
  expect((await change(ana, ['admin_albums', 'reports'])).status).toBe(200);
  expect((await change(ana, ['admin_albums'], (await read()).version)).status).toBe(200);
});

test('a role and a suspension that a colleague has just decided are not overwritten', async () => {
  const { changeRole, suspendUser } = userAdministrationEndpoints;
  const params = { id: (await buildUser(testApp)).id };
  const { version } = (await testApp.call(accountEndpoints.getUser, { token: ana.token, params })).body;
  const change = ({ token }: TestUser, role: Role) =>
    testApp.call(changeRole, { token, params, body: { role, version } });
  const suspend = ({ token }: TestUser, reason: SuspensionReason) =>
    testApp.call(suspendUser, { token, params, body: { reason, version } });
  expect((await change(ben, 'analyst')).status).toBe(200);
  expect(await change(ana, 'finance')).toMatchObject({ status: 409, error: { code: 'changed_meanwhile' } });
  expect((await suspend(ben, 'copying')).status).toBe(200);
  expect(await suspend(ana, 'payment_fraud')).toMatchObject({
    status: 409,
    error: { code: 'changed_meanwhile', details: { changes: [{ field: 'reason', by: ben.name }] } },
  });
});

test('the clock of a camera that a colleague has just corrected is not overwritten', async () => {
  const { id } = await buildEvent(testApp);
  for (const serial of ['A_1', 'A_2']) await insertCamera(testApp.context.db, id, serial, null);
  const cameras = await testApp.call(ingestEndpoints.listCameras, { token: ana.token, params: { id } });
  const version = cameras.body[0]?.version;
  const correct = ({ token }: TestUser, serial: string, offset_seconds: number) =>
    testApp.call(ingestEndpoints.setCameraOffset, {
      token,
      params: { id, serial },
      body: { offset_seconds, version },
    });
  expect((await correct(ben, 'A_1', 420)).status).toBe(200);
  expect(await correct(ana, 'A_1', 60)).toMatchObject({
    status: 409,
    error: {
      code: 'changed_meanwhile',
      details: { changes: [{ field: clockField('A_1'), theirs: '420', by: ben.name }] },
    },
  });
  expect((await correct(ana, 'A_1', 420)).status).toBe(200);
  expect((await correct(ana, 'A_2', 60)).status).toBe(200);
});

test.each(['a photographer', 'a producer'])(
  '%s whom a colleague has archived meanwhile stays so',
  async (kind) => {
    const isPhotographer = kind === 'a photographer';
    const { id } = isPhotographer
      ? await rosterCalls(testApp).add(randomUUID(), 3_000)
      : (
          await testApp.call(payeeEndpoints.addPayee, {
            token: ana.token,
            body: { kind: 'producer', name: randomUUID() },
          })
        ).body;
    const save = ({ token }: TestUser, body: { has_left: boolean; version?: number }) =>
      testApp.call(isPhotographer ? rosterEndpoints.changePhotographer : payeeEndpoints.changePayee, {
        token,
        params: { id },
        body,
      });
    const { version } = (await save(ana, { has_left: false })).body;
    const archived = await save(ben, { has_left: true, version });
    expect(await save(ana, { has_left: false, version })).toMatchObject({
      status: 409,
      error: { code: 'changed_meanwhile', details: { changes: [{ field: 'has_left', theirs: 'true' }] } },
    });
    expect((await save(ana, { has_left: true, version })).status).toBe(200);
    expect((await save(ana, { has_left: false, version: archived.body.version })).status).toBe(200);
  },
);

test('a photographer whom a colleague has just assigned keeps that rate until somebody has seen it', async () => {
  const { add, assign } = rosterCalls(testApp);
  const { id } = await buildEvent(testApp);
  const params = { id, photographer: (await add(randomUUID(), 3_000)).id };
  const assignAnew = ({ token }: TestUser, rate_basis_points: number, version = 0) =>
    testApp.call(rosterEndpoints.assignPhotographer, { token, params, body: { rate_basis_points, version } });
  expect((await assignAnew(ben, 4_000)).status).toBe(200);
  expect(await assignAnew(ana, 3_500)).toMatchObject({
    status: 409,
    error: {
      code: 'changed_meanwhile',
      details: { changes: [{ field: 'rate_basis_points', theirs: '4000', by: ben.name }] },
    },
  });
  const seen = await assignAnew(ana, 4_000);
  expect(seen.status).toBe(200);
  expect((await assignAnew(ana, 3_500, seen.body.assigned[0]?.version)).status).toBe(200);
  await testApp.call(rosterEndpoints.unassignPhotographer, { token: ben.token, params });
  expect((await assignAnew(ana, 3_000)).status).toBe(200);
  expect((await assign(id, params.photographer, 4_500)).status).toBe(200);
});

test('a photographer who was taken off an event while the form was open is not assigned again', async () => {
  const { add, assign } = rosterCalls(testApp);
  const { id } = await buildEvent(testApp);
  const params = { id, photographer: (await add(randomUUID(), 3_000)).id };
  const version = (await assign(id, params.photographer, 3_000)).body.assigned[0]?.version;
  await testApp.call(rosterEndpoints.unassignPhotographer, { token: ben.token, params });
  const call = { token: ana.token, params, body: { rate_basis_points: 4_000, version } };
  expect((await testApp.call(rosterEndpoints.assignPhotographer, call)).status).toBe(404);
});

test('a customer learns nothing of versions', async () => {
  const [customer, other] = [await buildUser(testApp), await buildUser(testApp)];
  const get = ({ id }: TestUser) =>
    testApp.call(accountEndpoints.getUser, { token: customer.token, params: { id } });
  expect((await get(customer)).body.version).toBeUndefined();
  const body = { city: 'x', version: 0 };
  const call = { token: customer.token, params: { id: other.id }, body };
  expect((await testApp.call(accountEndpoints.updateUser, call)).status).toBe(404);
});
