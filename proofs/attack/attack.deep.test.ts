import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import type { Attack, Site } from './attacker.ts';
import { codeSprayer, hijacker, lockOut, prober } from './scenarios/accounts.ts';
import { scraper, tagScraper, unseenBuyer, variantScraper } from './scenarios/scraper.ts';
import { teamRotator } from './scenarios/searches.ts';

/** `npm run attack` plays all of them, and tries harder. */
const SHORT_FORM: Attack[] = [
  scraper,
  tagScraper,
  variantScraper,
  unseenBuyer,
  teamRotator,
  hijacker,
  prober,
  codeSprayer,
  lockOut,
];
const EFFORT = { guesses: 6, sockets: 10 };
const PROGRAMS = 14;

const testApp = startTestApp({ PROOFS: 'always', TRUST_PROXY: '1' });
const site: Site = { address: '' };

beforeAll(async () => {
  const { id: eventId } = await buildEvent(testApp);
  for (let i = 0; i < PROGRAMS; i++) {
    await buildAlbum(testApp, { eventId, programName: `Program ${i}`, performanceOrder: i });
  }
  await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  site.address = `http://127.0.0.1:${(testApp.app.server.address() as AddressInfo).port}`;
});

test.each(SHORT_FORM.map((attack) => [attack.name, attack] as const))(
  '%s, and gets nothing',
  async (_name, attack) => {
    const { got, isTooMuch } = await attack.run(site, EFFORT);
    expect(isTooMuch, got).toBe(false);
  },
);

test('the scraper opens exactly what the quota of a new account allows', async () => {
  const { got, isTooMuch } = await scraper.run(site, EFFORT);
  expect({ got, isTooMuch }).toEqual({
    got: `unverified 0, verified 4 of ${PROGRAMS} albums of 4 programs`,
    isTooMuch: false,
  });
});
