import { expect, test } from 'vitest';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { cardAttemptEndpoints } from '#contract/endpoints/refunds.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { RESETS_PER_DAY } from '#contract/rules/accounts.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { buildHolding } from '#server/testing/held-albums.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const app = shareTestApp();
const { byStaff, ofCustomer } = RESETS_PER_DAY;
const support = () => buildUser(app, { role: 'customer_support' });

async function buildCustomer() {
  const user = await buildUser(app);
  const album = await buildAlbum(app);
  const owned = await buildEntitlement(app, user, album);
  const { id: foundId } = await buildHolding(app, user, album, { viewsUsed: 1 });
  return { id: user.id, foundId, entitlementId: owned.id };
}
type Customer = Awaited<ReturnType<typeof buildCustomer>>;

/** Every way in which staff give a customer more of what is limited. */
const RESETS: ((
  staff: TestUser,
  customer: Customer,
) => Promise<{ status: number; error: { message: string } }>)[] = [
  ({ token }, { foundId }) => app.call(foundAlbumEndpoints.resetViews, { token, params: { id: foundId } }),
  ({ token }, { id }) => app.call(userAdministrationEndpoints.resetAllViews, { token, params: { id } }),
  ({ token }, { id, foundId }) =>
    app.call(userAdministrationEndpoints.resetChosenViews, {
      token,
      params: { id },
      body: { ids: [foundId] },
    }),
  ({ token }, { entitlementId: id }) => app.call(downloadEndpoints.resetDownloads, { token, params: { id } }),
  ({ token }, { id, entitlementId }) =>
    app.call(userAdministrationEndpoints.resetChosenDownloads, {
      token,
      params: { id },
      body: { ids: [entitlementId] },
    }),
  ({ token }, { id }) =>
    app.call(userAdministrationEndpoints.allowMore, {
      token,
      params: { id },
      body: { more_programs: 1, more_albums: 1, days: 1 },
    }),
  ({ token }, { id }) => app.call(userAdministrationEndpoints.resetPreviewQuota, { token, params: { id } }),
  ({ token }, { id }) => app.call(cardAttemptEndpoints.liftCardAttempts, { token, params: { id } }),
];

async function spend(key: string, hits: number): Promise<void> {
  const at = app.context.clock.now();
  const rows = Array.from({ length: hits }, () => ({ key, at }));
  await app.context.db.insertInto('rateHits').values(rows).execute();
}

test('the limits of one customer are reset a few times a day, by whomever and in whatever way', async () => {
  const customer = await buildCustomer();
  const statuses: number[] = [];
  for (const reset of RESETS) statuses.push((await reset(await support(), customer)).status);
  expect(statuses).toEqual([...Array(ofCustomer).fill(200), ...Array(RESETS.length - ofCustomer).fill(429)]);
  const [reset] = RESETS;
  expect(await reset?.(await support(), customer)).toMatchObject({
    status: 429,
    error: {
      code: 'resets_exceeded',
      message: `This customer’s limits were reset ${ofCustomer} times in 24 hours, which is the limit. Ask an administrator.`,
    },
  });
  for (const one of RESETS) {
    expect((await one(await buildUser(app, { role: 'super' }), customer)).status).toBe(200);
  }
  app.advanceMinutes(24 * 60 + 1);
  expect((await reset?.(await support(), customer))?.status).toBe(200);
});

test('one member of staff resets so many a day, also when many are sent at the same moment', async () => {
  const person = await support();
  await spend(`resets-by:${person.id}`, byStaff - 2);
  const customers = await Promise.all(Array.from({ length: 5 }, buildCustomer));
  const [reset] = RESETS;
  const answers = await Promise.all(customers.map((customer) => reset?.(person, customer)));
  expect(answers.map((answer) => answer?.status).sort()).toEqual([200, 200, 429, 429, 429]);
  expect(answers.find((answer) => answer?.status === 429)?.error.message).toContain(`${byStaff} times`);
  const views = app.context.db
    .selectFrom('userFoundAlbums')
    .select('viewsUsed')
    .where(
      'userId',
      'in',
      customers.map(({ id }) => id),
    );
  expect((await views.execute()).map(({ viewsUsed }) => viewsUsed).sort()).toEqual([0, 0, 1, 1, 1]);
});

test('a reset that is refused for another reason does not count', async () => {
  const [person, customer] = [await support(), await buildCustomer()];
  const missing = { token: person.token, params: { id: 2_000_000_000 } };
  expect((await app.call(foundAlbumEndpoints.resetViews, missing)).status).toBe(404);
  const off = { more_programs: 0, more_albums: 0, days: 1 };
  const allow = { token: person.token, params: { id: customer.id }, body: off };
  expect((await app.call(userAdministrationEndpoints.allowMore, allow)).status).toBe(200);
  const hits = app.context.db
    .selectFrom('rateHits')
    .select('key')
    .where('key', 'like', `resets-%:${customer.id}`);
  expect(await hits.execute()).toEqual([]);
});
