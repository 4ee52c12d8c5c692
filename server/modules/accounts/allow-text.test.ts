import { afterEach, describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { phoneLogInEndpoints } from '#contract/endpoints/entering.ts';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import { freshDevice } from '#server/testing/devices.ts';
import { buildUser, freshIp } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp({ PROOFS: 'always' });
let numbers = 0;
function freshNumber(block = '512559'): string {
  numbers += 1;
  return `+1${block}${String(numbers).padStart(4, '0')}`;
}

const send = (to: string) =>
  testApp.call(phoneLogInEndpoints.sendPhoneLogInCode, {
    body: { to },
    ip: freshIp(),
    device: freshDevice(testApp),
  });
const countTexts = async () =>
  (await testApp.context.db.selectFrom('outboxMessages').select('id').where('channel', '=', 'sms').execute())
    .length;

async function set(body: { text_countries?: string; texts_per_day?: number }): Promise<void> {
  const { token } = await buildUser(testApp, { role: 'super' });
  const { status } = await testApp.call(settingsEndpoints.changeSettings, { token, body });
  expect(status).toBe(200);
}

afterEach(async () => {
  await testApp.context.db.deleteFrom('rateHits').execute();
  await set({ text_countries: '+1', texts_per_day: 2_000 });
});

describe('a code by text', () => {
  test.each(['+447700900123', '+18765550100'])(
    'is not sent to %s unless its country is allowed',
    async (to) => {
      const refused = await send(to);
      expect(refused).toMatchObject({ status: 400, error: { code: 'invalid_request' } });
      expect(refused.error.message).toBe('We can’t text numbers in this country. Use your email instead.');
      const { token } = await buildUser(testApp);
      const own = { token, body: { to }, ip: freshIp() };
      expect(await testApp.call(accountEndpoints.sendPhoneCode, own)).toMatchObject({ status: 400 });
      await set({ text_countries: '+1, +1876, +44' });
      testApp.advanceMinutes(1);
      expect(await send(to)).toMatchObject({ status: 200 });
    },
  );

  test('is sent 20 times an hour to numbers of one block, also all at once', async () => {
    const before = await countTexts();
    const answers = await Promise.all(Array.from({ length: 25 }, () => send(freshNumber('512770'))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.error.message).toMatch(/^We can’t text you right now/);
    expect(await countTexts()).toBe(before + 20);
    expect(await send(freshNumber('512771'))).toMatchObject({ status: 200 });
  });

  test('is sent as often a day as the site allows, whoever asks', async () => {
    await set({ texts_per_day: 5 });
    const blocks = Array.from({ length: 8 }, (_, index) => `51278${index}`);
    const answers = await Promise.all(blocks.map((block) => send(freshNumber(block))));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill(200),
      ...Array(3).fill(429),
    ]);
    testApp.advanceMinutes(24 * 60 + 1);
    expect(await send(freshNumber())).toMatchObject({ status: 200 });
    await set({ texts_per_day: 0 });
    expect(await send(freshNumber())).toMatchObject({ status: 503, error: { code: 'unavailable' } });
  });
});
