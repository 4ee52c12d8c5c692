import { beforeAll, describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { legalEndpoints } from '#contract/endpoints/legal.ts';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { FACTORY_NOTIFICATION_SETTINGS } from '#contract/rules/notifications.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
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
    mine: { pool: { email: false, sms: true } },
    theirs: { pool: { email: false, sms: false } },
    other: { zip_ready: { email: false, sms: false } },
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

test('a customer learns nothing of versions', async () => {
  const [customer, other] = [await buildUser(testApp), await buildUser(testApp)];
  const get = ({ id }: TestUser) =>
    testApp.call(accountEndpoints.getUser, { token: customer.token, params: { id } });
  expect((await get(customer)).body.version).toBeUndefined();
  const body = { city: 'x', version: 0 };
  const call = { token: customer.token, params: { id: other.id }, body };
  expect((await testApp.call(accountEndpoints.updateUser, call)).status).toBe(404);
});
