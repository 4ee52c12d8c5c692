import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { historyEndpoints } from '#contract/endpoints/operations.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { DEFAULT_SITE_SETTINGS, settingsEndpoints } from '#contract/endpoints/settings.ts';
import { watermarkEndpoints } from '#contract/endpoints/watermark.ts';
import { buildUser, eventually } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { getSettings, readSettings } from './get-settings.ts';

const testApp = startTestApp();
const otherApp = startTestApp();

const change = async (body: object, token?: string) =>
  testApp.call(settingsEndpoints.changeSettings, {
    token: token ?? (await buildUser(testApp, { role: 'super' })).token,
    body,
  });
const audit = () =>
  testApp.context.db
    .selectFrom('auditLog')
    .select(['actorId', 'before', 'after'])
    .where('action', '=', 'settings.change')
    .orderBy('id')
    .execute();
/** As another process would. */
const storeBehindOurBack = async (key: string, value: unknown) => {
  const { id } = await buildUser(testApp, { role: 'super' });
  const row = { value: JSON.stringify(value), changedAt: new Date(), changedBy: id };
  await testApp.context.db
    .insertInto('siteSettings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
};

describe('site settings', () => {
  test('are as delivered until someone changes them', async () => {
    const { token } = await buildUser(testApp, { role: 'super' });
    expect(await testApp.call(settingsEndpoints.getSettings, { token })).toMatchObject({
      status: 200,
      body: DEFAULT_SITE_SETTINGS,
    });
    expect(await audit()).toEqual([]);
  });

  test('of one application never reach another in the same process', async () => {
    const { token } = await buildUser(otherApp, { role: 'super' });
    const body = { site_name: 'Another Shop' };
    await otherApp.call(settingsEndpoints.changeSettings, { token, body });
    const names = [otherApp, testApp, otherApp].map(
      async ({ context }) => (await getSettings(context)).site_name,
    );
    expect(await Promise.all(names)).toEqual(['Another Shop', 'Encore', 'Another Shop']);
  });

  test('change one by one, at once, and on record with what they were', async () => {
    const staff = await buildUser(testApp, { role: 'super' });
    expect(await getSettings(testApp.context)).toMatchObject({ image_price: 499 });
    const answer = await change({ image_price: 599 }, staff.token);
    expect(answer.body).toEqual({ ...DEFAULT_SITE_SETTINGS, image_price: 599, version: expect.any(Number) });
    expect(await getSettings(testApp.context)).toMatchObject({ image_price: 599 });
    expect((await testApp.call(paymentEndpoints.paymentSettings)).body.image_price).toBe(599);
    await change({ image_price: 599, tax_name: 'VAT' }, staff.token);
    expect(await audit()).toEqual([
      { actorId: staff.id, before: { image_price: 499 }, after: { image_price: 599 } },
      { actorId: staff.id, before: { tax_name: 'Tax' }, after: { tax_name: 'VAT' } },
    ]);
    expect(await readHistory(testApp, staff.token, { scope: 'settings' })).toMatchObject([
      { actor_name: staff.name, changes: [{ field: 'tax_name', before: 'Tax', after: 'VAT' }] },
      { actor_name: staff.name, changes: [{ field: 'image_price', before: '499', after: '599' }] },
    ]);
    await change({ image_price: 499, tax_name: 'Tax' });
  });

  test('have in their history who applied the watermark to old photos', async () => {
    const staff = await buildUser(testApp, { role: 'super' });
    await testApp.call(watermarkEndpoints.startWatermarkRemake, { token: staff.token });
    const query = { scope: 'settings', who: staff.id } as const;
    expect(await readHistory(testApp, staff.token, query)).toMatchObject([
      { action: 'watermark.remake', subject: 'watermark', actor_name: staff.name },
    ]);
    const { body } = await testApp.call(historyEndpoints.count, { token: staff.token, query });
    expect(body.actions).toContain('watermark.remake');
  });

  test('that make no sense are refused, and nothing of the change is kept', async () => {
    for (const body of [
      { image_price: 49 },
      { image_price: 500, tax_rate_basis_points: 3_001 },
      { image_price: 500, tax_name: '' },
      { image_price: 500, free_photos: true },
      { image_price: '500' },
    ]) {
      expect(await change(body)).toMatchObject({ status: 400 });
    }
    expect(await getSettings(testApp.context)).toMatchObject({ image_price: 499 });
  });

  test('changed by another process are known a moment later', async () => {
    expect(await getSettings(testApp.context)).toMatchObject({ tax_rate_basis_points: 0 });
    await storeBehindOurBack('tax_rate_basis_points', 700);
    const seen = await eventually(async () => {
      const { tax_rate_basis_points: rate } = await getSettings(testApp.context);
      return rate === 0 ? undefined : rate;
    }, 'the rate that another process has set');
    expect(seen).toBe(700);
    await change({ tax_rate_basis_points: 0 });
  });

  test('that are stored wrong, or of no meaning any more, do not close the shop', async () => {
    await storeBehindOurBack('image_price', 'a fortune');
    await storeBehindOurBack('of_an_older_version', 1);
    const { token } = await buildUser(testApp, { role: 'super' });
    expect(await testApp.call(settingsEndpoints.getSettings, { token })).toMatchObject({
      status: 200,
      body: DEFAULT_SITE_SETTINGS,
    });
    const complaints: unknown[] = [];
    const log = pino({ level: 'error' }, { write: (line) => complaints.push(JSON.parse(line)) });
    await readSettings({ db: testApp.context.db, log });
    expect(complaints).toMatchObject([{ setting: 'image_price' }]);
    expect((await change({ image_price: 550 })).body.image_price).toBe(550);
  });
});
