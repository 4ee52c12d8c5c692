import { afterEach, describe, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { DEFAULT_SITE_SETTINGS, type SiteSettings, settingsEndpoints } from '#contract/endpoints/settings.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { ERRORS } from '#contract/errors.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { startSession } from '#server/modules/accounts/sessions.ts';
import { verifyImageToken } from '#server/platform/image-tokens.ts';
import { buildAlbum, buildEvent, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { programKey, refuseOpening } from './budgets.rules.ts';

const testApp = startTestApp();
const DAY_MINUTES = 24 * 60;

async function buildAlbums(programs: readonly string[]): Promise<TestAlbum[]> {
  const { id: eventId } = await buildEvent(testApp);
  return Promise.all(programs.map((programName) => buildAlbum(testApp, { eventId, programName })));
}

const numbered = (count: number, of: (number: number) => string) =>
  Array.from({ length: count }, (_, index) => of(index));

async function hold({ token }: TestUser, { id: album, eventId: event }: TestAlbum): Promise<number> {
  return (await testApp.call(foundAlbumEndpoints.findAlbum, { token, body: { album, event } })).body.id;
}

const view = ({ token }: TestUser, id: number) =>
  testApp.call(foundAlbumEndpoints.viewAlbum, { token, params: { id } });

async function openAlbum(user: TestUser, album: TestAlbum): Promise<string> {
  const { status, error } = await view(user, await hold(user, album));
  return status === 200 ? 'opened' : error.code;
}

async function openAll(user: TestUser, albums: readonly TestAlbum[]): Promise<string[]> {
  const answers: string[] = [];
  for (const album of albums) answers.push(await openAlbum(user, album));
  return answers;
}

const count = (answers: readonly string[], answer: string) => answers.filter((one) => one === answer).length;

const staff = (role: Role = 'customer_support') => buildUser(testApp, { role });

async function set(body: Partial<SiteSettings>): Promise<void> {
  const { token } = await staff('super');
  expect(await testApp.call(settingsEndpoints.changeSettings, { token, body })).toMatchObject({
    status: 200,
  });
}

const { open_programs_limit, open_albums_limit } = DEFAULT_SITE_SETTINGS;
afterEach(() => set({ open_programs_limit, open_albums_limit }));

const budgetOf = async (userId: number, { token }: TestUser) =>
  (await testApp.call(userAdministrationEndpoints.openingBudget, { token, params: { id: userId } })).body;

describe('the harvester', () => {
  test('who opens albums of 15 programs gets those of 12 programs', async () => {
    const user = await buildUser(testApp);
    const albums = await buildAlbums(numbered(30, (number) => `Program ${number % 15}`));
    const answers = await openAll(user, albums);
    expect(count(answers, 'opened')).toBe(24);
    expect(count(answers, 'programs_exceeded')).toBe(6);
    expect(count(answers.slice(0, 15), 'opened')).toBe(12);
  });

  test('who opens more albums of one program than the limit of a day gets no more than that', async () => {
    expect(open_albums_limit).toBe(60);
    await set({ open_albums_limit: 6 });
    const user = await buildUser(testApp);
    const answers = await openAll(user, await buildAlbums(numbered(8, () => 'One Program')));
    expect(answers.slice(0, 6).every((answer) => answer === 'opened')).toBe(true);
    expect(count(answers, 'albums_exceeded')).toBe(2);
  });

  test('who opens 20 programs at the same moment gets exactly 12', async () => {
    const user = await buildUser(testApp);
    const albums = await buildAlbums(numbered(20, (number) => `At once ${number}`));
    const foundIds = await Promise.all(albums.map((album) => hold(user, album)));
    const answers = await Promise.all(foundIds.map((id) => view(user, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(12);
    expect(answers.filter(({ error }) => error?.code === 'programs_exceeded')).toHaveLength(8);
    expect(await viewsOf(foundIds)).toBe(12);
  });

  test('who opens 20 albums at the same moment passes the limit of a day by none', async () => {
    await set({ open_albums_limit: 5 });
    const user = await buildUser(testApp);
    const foundIds = await Promise.all(
      (await buildAlbums(numbered(20, () => 'One Program'))).map((album) => hold(user, album)),
    );
    const answers = await Promise.all(foundIds.map((id) => view(user, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await viewsOf(foundIds)).toBe(5);
  });

  test('gets no more than covers of an album they may not open, by whatever call', async () => {
    await set({ open_programs_limit: 1 });
    const user = await buildUser(testApp);
    const [first, second] = (await buildAlbums(['First', 'Second'])) as [TestAlbum, TestAlbum];
    for (let shown = 0; shown < 6; shown++) await buildImage(testApp, second);
    await openAlbum(user, first);
    expect(await openAlbum(user, second)).toBe('programs_exceeded');
    const { token } = user;
    const answers = [
      await testApp.call(foundAlbumEndpoints.findAlbum, {
        token,
        body: { album: second.id, event: second.eventId },
      }),
      await testApp.call(foundAlbumEndpoints.myAlbums, { token }),
      await testApp.call(catalogueEndpoints.getAlbum, { token, params: { id: second.id } }),
      await testApp.call(catalogueEndpoints.listAlbums, {
        token,
        query: { events_in: String(second.eventId) },
      }),
      await testApp.call(catalogueEndpoints.searchAlbums, { token, query: { q: 'Second' } }),
    ];
    const opened = answers.flatMap(({ body }) => tokensIn(body, second.uuid));
    expect(opened.length).toBeGreaterThan(0);
    for (const { scope } of opened) {
      expect(scope.kind).toBe('thumbs');
      expect('imageIds' in scope && scope.imageIds.length).toBeLessThanOrEqual(3);
    }
  });
});

/** Every picture token in an answer that opens the album. */
function tokensIn(body: unknown, folderUuid: string) {
  const found = new Set<string>();
  JSON.stringify(body, (_key, value) => {
    if (typeof value === 'string') found.add(value);
    return value;
  });
  return [...found].flatMap((token) => verifyImageToken(testApp.context, folderUuid, token) ?? []);
}

async function viewsOf(foundIds: number[]): Promise<number> {
  const rows = await testApp.context.db
    .selectFrom('userFoundAlbums')
    .select('viewsUsed')
    .where('id', 'in', foundIds)
    .execute();
  return rows.reduce((sum, { viewsUsed }) => sum + viewsUsed, 0);
}

describe('a refusal', () => {
  test('spends no view, says why in a sentence, and when there is room again', async () => {
    await set({ open_programs_limit: 1 });
    const user = await buildUser(testApp);
    const [first, second] = (await buildAlbums(['First', 'Second'])) as [TestAlbum, TestAlbum];
    await openAlbum(user, first);
    const foundId = await hold(user, second);
    const refused = await view(user, foundId);
    expect(refused).toMatchObject({
      status: 403,
      error: { code: 'programs_exceeded', message: ERRORS.programs_exceeded.message, details: { limit: 1 } },
    });
    const { free_at } = refused.error.details as { free_at: string };
    const daysLeft = (Date.parse(free_at) - testApp.context.clock.now().getTime()) / 86_400_000;
    expect(daysLeft).toBeGreaterThan(29.9);
    expect(daysLeft).toBeLessThanOrEqual(30);
    expect(await viewsOf([foundId])).toBe(0);
  });

  test('for want of views spends no budget', async () => {
    await set({ open_programs_limit: 1 });
    const user = await buildUser(testApp);
    const [first, second] = (await buildAlbums(['First', 'Second'])) as [TestAlbum, TestAlbum];
    const foundId = await hold(user, first);
    await testApp.context.db
      .updateTable('userFoundAlbums')
      .set({ viewsUsed: 10 })
      .where('id', '=', foundId)
      .execute();
    expect((await view(user, foundId)).error.code).toBe('views_exceeded');
    expect(await openAlbum(user, second)).toBe('opened');
  });
});

describe('what is already counted', () => {
  test('costs nothing when it is opened again', async () => {
    await set({ open_programs_limit: 1, open_albums_limit: 2 });
    const user = await buildUser(testApp);
    const [one, two, three] = (await buildAlbums(['Star', 'Star', 'Star'])) as TestAlbum[] as [
      TestAlbum,
      TestAlbum,
      TestAlbum,
    ];
    expect(await openAll(user, [one, two, one, two, one, three])).toEqual([
      ...Array(5).fill('opened'),
      'albums_exceeded',
    ]);
  });

  test('is one program however it is spelled', async () => {
    await set({ open_programs_limit: 1 });
    const user = await buildUser(testApp);
    const albums = await buildAlbums(['Star Athletics', 'STAR  athletics ', ' star\u00a0Athletics', 'Stars']);
    expect(await openAll(user, albums)).toEqual(['opened', 'opened', 'opened', 'programs_exceeded']);
  });

  test('leaves the window a day, or 30 days, after it was last opened', async () => {
    await set({ open_programs_limit: 1, open_albums_limit: 1 });
    const user = await buildUser(testApp);
    const [one, two, other] = (await buildAlbums(['Star', 'Star', 'Other'])) as TestAlbum[] as [
      TestAlbum,
      TestAlbum,
      TestAlbum,
    ];
    expect(await openAll(user, [one, two])).toEqual(['opened', 'albums_exceeded']);
    testApp.advanceMinutes(DAY_MINUTES + 1);
    // The clock of the sessions runs too, but they last longer than this.
    expect(await openAll(user, [two, other])).toEqual(['opened', 'programs_exceeded']);
    testApp.advanceMinutes(29 * DAY_MINUTES + DAY_MINUTES / 2);
    const again = await buildSession(user);
    expect(await openAlbum(again, other)).toBe('programs_exceeded');
    testApp.advanceMinutes(DAY_MINUTES);
    expect(await openAlbum(again, other)).toBe('opened');
  });
});

/** Sessions end with the clock of the test. */
async function buildSession(user: TestUser): Promise<TestUser> {
  const visitor = { ip: '127.0.0.1', userAgent: 'test' };
  return { ...user, token: await startSession(testApp.context, user.id, visitor) };
}

describe('the budget', () => {
  test('does not apply to staff', async () => {
    await set({ open_programs_limit: 1, open_albums_limit: 1 });
    const albums = await buildAlbums(['A', 'B', 'C']);
    expect(await openAll(await staff(), albums)).toEqual(['opened', 'opened', 'opened']);
  });

  test('leaves out bought albums, also those bought after they were opened', async () => {
    await set({ open_programs_limit: 1 });
    const user = await buildUser(testApp);
    const [bought, first, second] = (await buildAlbums(['Bought', 'First', 'Second'])) as TestAlbum[] as [
      TestAlbum,
      TestAlbum,
      TestAlbum,
    ];
    await buildEntitlement(testApp, user, bought);
    expect(await openAll(user, [bought, first, second])).toEqual(['opened', 'opened', 'programs_exceeded']);
    await buildEntitlement(testApp, user, first);
    expect(await openAlbum(user, second)).toBe('opened');
    expect((await budgetOf(user.id, await staff())).programs).toEqual({ used: 1, limit: 1 });
  });

  test('leaves out albums that somebody who opened them shared by invitation', async () => {
    await set({ open_programs_limit: 1 });
    const [inviter, user] = [await buildUser(testApp), await buildUser(testApp)];
    const [first, shared] = (await buildAlbums(['First', 'Shared'])) as [TestAlbum, TestAlbum];
    await openAlbum(user, first);
    expect(await openAlbum(user, shared)).toBe('programs_exceeded');
    await openAlbum(inviter, shared);
    await acceptInvite(inviter, user, shared);
    expect(await openAlbum(user, shared)).toBe('opened');
  });

  test('is not widened by invitations to oneself, or from somebody who never opened the album', async () => {
    await set({ open_programs_limit: 1 });
    const [accomplice, user] = [await buildUser(testApp), await buildUser(testApp)];
    const [first, second] = (await buildAlbums(['First', 'Second'])) as [TestAlbum, TestAlbum];
    await openAlbum(user, first);
    await hold(user, second);
    await acceptInvite(user, user, second);
    expect(await openAlbum(user, second)).toBe('programs_exceeded');
    await hold(accomplice, second);
    await acceptInvite(accomplice, user, second);
    expect(await openAlbum(user, second)).toBe('programs_exceeded');
  });
});

async function acceptInvite(from: TestUser, to: TestUser, album: TestAlbum): Promise<void> {
  const body = { albumId: album.id, email: to.email, albumUUID: album.uuid };
  const sent = await testApp.call(inviteEndpoints.inviteToAlbum, { token: from.token, body });
  expect(sent.status).toBe(200);
  const row = await testApp.context.db
    .selectFrom('albumInvites')
    .select('publicActionUuid')
    .where('id', '=', sent.body.id)
    .executeTakeFirstOrThrow();
  const accepted = await testApp.call(inviteEndpoints.openAlbumInvite, {
    token: to.token,
    body: { invite: row.publicActionUuid },
  });
  expect(accepted.status).toBe(200);
}

describe('staff', () => {
  const allow = ({ token }: TestUser, id: number, more: [programs: number, albums: number, days: number]) =>
    testApp.call(userAdministrationEndpoints.allowMore, {
      token,
      params: { id },
      body: { more_programs: more[0], more_albums: more[1], days: more[2] },
    });

  test('allow more for some days, which ends by itself and is on record', async () => {
    await set({ open_programs_limit: 1 });
    const [user, helper] = [await buildUser(testApp), await staff()];
    const albums = await buildAlbums(['A', 'B', 'C']);
    expect(count(await openAll(user, albums), 'opened')).toBe(1);
    expect(await allow(helper, user.id, [1, 0, 2])).toMatchObject({
      status: 200,
      body: { programs: { used: 1, limit: 2 }, more_programs: 1, more_albums: 0 },
    });
    expect(await openAll(user, albums)).toEqual(['opened', 'opened', 'programs_exceeded']);
    testApp.advanceMinutes(2 * DAY_MINUTES + 1);
    const reader = await staff();
    expect(await budgetOf(user.id, reader)).toMatchObject({
      programs: { used: 2, limit: 1 },
      more_programs: 0,
      until: null,
    });
    const [entry] = await readHistory(testApp, reader.token, { scope: 'user', subject: user.id });
    expect(entry).toMatchObject({ action: 'budget.allow-more', actor_name: helper.name });
  });

  test('reset the count, which is on record too', async () => {
    await set({ open_programs_limit: 1 });
    const [user, helper] = [await buildUser(testApp), await staff()];
    const albums = await buildAlbums(['A', 'B']);
    expect(await openAll(user, albums)).toEqual(['opened', 'programs_exceeded']);
    const reset = await testApp.call(userAdministrationEndpoints.resetOpenings, {
      token: helper.token,
      params: { id: user.id },
    });
    expect(reset).toMatchObject({ status: 200, body: { programs: { used: 0, limit: 1 } } });
    expect(await openAlbum(user, albums[1] as TestAlbum)).toBe('opened');
    const [entry] = await readHistory(testApp, helper.token, { scope: 'user', subject: user.id });
    expect(entry).toMatchObject({ action: 'budget.reset' });
  });

  test('neither allow themselves more nor somebody who does not exist', async () => {
    const helper = await staff();
    expect((await allow(helper, helper.id, [1, 1, 1])).error.code).toBe('not_for_yourself');
    expect(await allow(helper, 2_000_000_000, [1, 1, 1])).toMatchObject({ status: 404 });
  });
});

test('a program is the same whatever its case, spaces and invisible characters', () => {
  const spellings = [
    'Star Athletics',
    ' STAR\tathletics',
    'star\u2003Athletics ',
    'Sta\u200br Ath\u00adletics',
  ];
  expect(new Set(spellings.map(programKey)).size).toBe(1);
  expect(programKey('Ｓtar Athletics')).toBe('star athletics');
});

test('a limit that was lowered below what is used names the time at which enough has left the window', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day)).toISOString();
  const openings = [1, 2, 3].map((day) => ({ albumId: day, program: `p${day}`, openedAt: at(day) }));
  const limits = { programs: 2, albums: 60 };
  const refusal = refuseOpening({ albumId: 9, program: 'new' }, openings, limits, new Date(at(4)));
  expect(refusal?.freeAt.toISOString()).toBe(new Date(Date.UTC(2026, 10, 32)).toISOString());
});
