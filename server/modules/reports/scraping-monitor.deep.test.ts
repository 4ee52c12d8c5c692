import { expect, test } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { scrapingMonitorEndpoints } from '#contract/endpoints/reports.ts';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { describeActivity, scrapingMonitorList } from '#contract/lists/operations.ts';
import { startSession } from '#server/modules/accounts/sessions.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { expectPagedList } from '#server/testing/lists.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();

async function openPrograms(user: TestUser, programs: readonly string[]) {
  for (const programName of programs) {
    const album = await buildAlbum(testApp, { programName });
    const { token } = user;
    const body = { album: album.id, event: album.eventId };
    const { id } = (await testApp.call(foundAlbumEndpoints.findAlbum, { token, body })).body;
    const viewed = await testApp.call(foundAlbumEndpoints.viewAlbum, { token, params: { id } });
    expect(viewed.status).toBe(200);
  }
}

async function watch(query: { q?: string; state?: 'active' | 'suspended' } = {}) {
  const { token } = await buildUser(testApp, { role: 'customer_support' });
  return (await testApp.call(scrapingMonitorEndpoints.page, { token, query })).body.rows;
}

/** More than the settings call usual. */
const seePhotos = (userId: number, previews = 900) =>
  testApp.context.db
    .insertInto('previewCounts')
    .values({ userId, day: new Date().toISOString().slice(0, 10), previews })
    .execute();

/** New accounts could not open so many programs. */
const LONG_AGO = new Date(Date.now() - 60 * 24 * 3600_000);

test('only accounts past a threshold are listed, the furthest first, and each says why', async () => {
  const [parent, buyer, scraper, copier] = [
    await buildUser(testApp),
    await buildUser(testApp, { createdAt: LONG_AGO }),
    await buildUser(testApp, { createdAt: LONG_AGO }),
    await buildUser(testApp),
  ];
  await openPrograms(parent, ['Star', 'Comet']);
  await seePhotos(parent.id, 35);
  const programs = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
  await openPrograms(scraper, [...programs, 'a ']);
  await openPrograms(buyer, programs);
  for (const programName of ['a', 'B', 'C', 'D', ' E']) {
    await buildEntitlement(testApp, buyer, await buildAlbum(testApp, { programName }));
  }
  await seePhotos(copier.id);
  const rows = await watch();
  expect(rows.map(({ id }) => id)).toEqual([copier.id, scraper.id]);
  expect(rows.map(describeActivity)).toEqual([
    'Saw 900 photos in a day; a typical family sees 35',
    'Opened 7 programs in 30 days without buying; a typical family opens 2',
  ]);
  expect(rows[1]).toMatchObject({
    email: scraper.email,
    programs_opened: 7,
    albums_opened: 8,
    albums_bought: 0,
  });
  const boss = await buildUser(testApp, { role: 'super' });
  const set = (unusual_previews_per_day: number) =>
    testApp.call(settingsEndpoints.changeSettings, {
      token: boss.token,
      body: { unusual_previews_per_day } as never,
    });
  await set(20);
  expect((await watch()).map(({ id }) => id)).toEqual([copier.id, parent.id, scraper.id]);
  await set(600);
});

test('accounts on the same device are named first, then those with the same address and browser', async () => {
  const [one, sameBrowser, sameDevice, neighbor] = [
    await buildUser(testApp),
    await buildUser(testApp),
    await buildUser(testApp),
    await buildUser(testApp),
  ];
  const { context } = testApp;
  await seePhotos(one.id);
  await context.db
    .deleteFrom('sessions')
    .where(
      'userId',
      'in',
      [one, sameBrowser, sameDevice, neighbor].map(({ id }) => id),
    )
    .execute();
  const visit = async (user: TestUser, ip: string, userAgent: string, device: string | null) => {
    await startSession(context, user.id, { ip, userAgent, device: device ?? undefined });
  };
  await visit(one, '10.9.9.9', 'phone one', 'device-1');
  await visit(sameBrowser, '10.9.9.9', 'phone one', 'device-2');
  await visit(sameDevice, '10.9.9.8', 'phone two', 'device-1');
  await visit(neighbor, '10.9.9.9', 'another browser in the arena', null);
  const row = (await watch({ q: one.email }))[0];
  expect(row).toMatchObject({ id: one.id, shares_total: 2 });
  expect(row?.shares_with).toEqual([
    { id: sameDevice.id, name: sameDevice.name, by: 'device' },
    { id: sameBrowser.id, name: sameBrowser.name, by: 'address' },
  ]);
});

test('a suspended account stays on the list, and is found by its state', async () => {
  const [user, staff] = [await buildUser(testApp), await buildUser(testApp, { role: 'customer_support' })];
  await openPrograms(user, ['Suspended']);
  const params = { id: user.id };
  await testApp.call(userAdministrationEndpoints.suspendUser, {
    token: staff.token,
    params,
    body: { reason: 'copying' },
  });
  const found = await watch({ q: user.email, state: 'suspended' });
  expect(found).toHaveLength(1);
  expect(found[0]?.suspended_at).not.toBeNull();
  expect(await watch({ q: user.email, state: 'active' })).toEqual([]);
});

test('pages without repeating or losing an account, in every order', async () => {
  const staff = await buildUser(testApp, { role: 'analyst' });
  const addAccount = async () => {
    const user = await buildUser(testApp);
    await seePhotos(user.id);
    return user.id;
  };
  for (let added = 0; added < 12; added++) await addAccount();
  await expectPagedList(testApp, {
    list: scrapingMonitorList,
    calls: scrapingMonitorEndpoints,
    token: staff.token,
    filters: {},
    idOf: ({ id }: { id: number }) => id,
    insertRow: addAccount,
  });
});
