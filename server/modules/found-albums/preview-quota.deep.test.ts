import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { DEFAULT_SITE_SETTINGS, type SiteSettings, settingsEndpoints } from '#contract/endpoints/settings.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { ERRORS } from '#contract/errors.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { startSession } from '#server/modules/accounts/sessions.ts';
import { verifyImageToken } from '#server/platform/security/image-tokens.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { buildAlbum, buildEvent, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, freshEmail, type TestUser } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { programKey, refusePreview } from './preview-quota.rules.ts';

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

/** A customer of some weeks, who has the full quota. */
const customer = (email?: string) =>
  buildUser(testApp, {
    createdAt: minutesFrom(testApp.context.clock.now(), -20 * DAY_MINUTES),
    ...(email && { email }),
  });

const staff = (role: Role = 'customer_support') => buildUser(testApp, { role });

async function set(body: Partial<SiteSettings>): Promise<void> {
  const { token } = await staff('super');
  expect(await testApp.call(settingsEndpoints.changeSettings, { token, body })).toMatchObject({
    status: 200,
  });
}

const { open_programs_limit, open_albums_limit, new_account_quota_percent } = DEFAULT_SITE_SETTINGS;
afterEach(() => set({ open_programs_limit, open_albums_limit, new_account_quota_percent }));

const budgetOf = async (userId: number, { token }: TestUser) =>
  (await testApp.call(userAdministrationEndpoints.previewQuota, { token, params: { id: userId } })).body;

describe('the scraper', () => {
  test('who opens albums of 15 programs gets those of 12 programs', async () => {
    const user = await customer();
    const albums = await buildAlbums(numbered(30, (number) => `Program ${number % 15}`));
    const answers = await openAll(user, albums);
    expect(count(answers, 'opened')).toBe(24);
    expect(count(answers, 'programs_exceeded')).toBe(6);
    expect(count(answers.slice(0, 15), 'opened')).toBe(12);
  });

  test('who opens more albums of one program than the limit of a day gets no more than that', async () => {
    expect(open_albums_limit).toBe(60);
    await set({ open_albums_limit: 6 });
    const user = await customer();
    const answers = await openAll(user, await buildAlbums(numbered(8, () => 'One Program')));
    expect(answers.slice(0, 6).every((answer) => answer === 'opened')).toBe(true);
    expect(count(answers, 'albums_exceeded')).toBe(2);
  });

  test('who opens 20 programs at the same moment gets exactly 12', async () => {
    const user = await customer();
    const albums = await buildAlbums(numbered(20, (number) => `At once ${number}`));
    const foundIds = await Promise.all(albums.map((album) => hold(user, album)));
    const answers = await Promise.all(foundIds.map((id) => view(user, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(12);
    expect(answers.filter(({ error }) => error?.code === 'programs_exceeded')).toHaveLength(8);
    expect(await viewsOf(foundIds)).toBe(12);
  });

  test('who opens 20 albums at the same moment passes the limit of a day by none', async () => {
    await set({ open_albums_limit: 5 });
    const user = await customer();
    const foundIds = await Promise.all(
      (await buildAlbums(numbered(20, () => 'One Program'))).map((album) => hold(user, album)),
    );
    const answers = await Promise.all(foundIds.map((id) => view(user, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await viewsOf(foundIds)).toBe(5);
  });

  test('gets no more than covers of an album they may not open, by whatever call', async () => {
    await set({ open_programs_limit: 1 });
    const user = await customer();
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
    const user = await customer();
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
    const user = await customer();
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
    const user = await customer();
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
    const user = await customer();
    const albums = await buildAlbums(['Star Athletics', 'STAR  athletics ', ' star\u00a0Athletics', 'Stars']);
    expect(await openAll(user, albums)).toEqual(['opened', 'opened', 'opened', 'programs_exceeded']);
  });

  test('leaves the window a day, or 30 days, after it was last opened', async () => {
    await set({ open_programs_limit: 1, open_albums_limit: 1 });
    const user = await customer();
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
    const user = await customer();
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

  test('opens an album past it that somebody who owns the album shared by invitation', async () => {
    await set({ open_programs_limit: 1 });
    const [inviter, user] = [await customer(), await customer()];
    const [first, shared] = (await buildAlbums(['First', 'Shared'])) as [TestAlbum, TestAlbum];
    await openAlbum(user, first);
    await buildEntitlement(testApp, inviter, shared);
    await hold(inviter, shared);
    await acceptInvite(inviter, user, shared);
    expect(await openAlbum(user, shared)).toBe('opened');
    expect((await budgetOf(user.id, await staff())).programs).toEqual({ used: 1, limit: 1 });
  });

  test('is not widened by somebody who only opened the album, was invited to it, or bought a photo of it', async () => {
    await set({ open_programs_limit: 1 });
    const [owner, friend, user] = [await customer(), await customer(), await customer()];
    const albums = (await buildAlbums(['Own', 'Opened', 'Invited', 'Photo'])) as TestAlbum[] as [
      TestAlbum,
      TestAlbum,
      TestAlbum,
      TestAlbum,
    ];
    const [own, opened, invited, photo] = albums;
    await openAlbum(user, own);
    await openAlbum(friend, opened);
    await buildEntitlement(testApp, owner, invited);
    await hold(owner, invited);
    await acceptInvite(owner, friend, invited);
    expect(await openAlbum(friend, invited)).toBe('opened');
    await hold(friend, photo);
    await buildEntitlement(testApp, friend, photo, { imageId: (await buildImage(testApp, photo)).id });
    for (const album of [opened, invited, photo]) {
      await acceptInvite(friend, user, album);
      expect(await openAlbum(user, album)).toBe('programs_exceeded');
    }
  });

  test('that is spent stays spent: two people who invite each other to what they opened get nothing more', async () => {
    await set({ open_programs_limit: 2 });
    const [one, two] = [await customer(), await customer()];
    const programs = await buildAlbums(['A', 'B', 'C', 'D', 'E', 'F']);
    const [ofOne, ofTwo] = [programs.slice(0, 2), programs.slice(2, 4)];
    await openAll(one, ofOne);
    await openAll(two, ofTwo);
    for (const album of ofOne) await acceptInvite(one, two, album);
    for (const album of ofTwo) await acceptInvite(two, one, album);
    for (const user of [one, two]) {
      expect(count(await openAll(user, programs), 'opened')).toBe(2);
      expect((await budgetOf(user.id, await staff())).programs.used).toBe(2);
    }
  });

  test('is not given back by an invitation to what was opened before', async () => {
    await set({ open_programs_limit: 1 });
    const [owner, user] = [await customer(), await customer()];
    const [first, second] = (await buildAlbums(['First', 'Second'])) as [TestAlbum, TestAlbum];
    await openAlbum(user, first);
    await buildEntitlement(testApp, owner, first);
    await hold(owner, first);
    await acceptInvite(owner, user, first);
    expect(await openAlbum(user, first)).toBe('opened');
    expect(await openAlbum(user, second)).toBe('programs_exceeded');
  });
});

describe('one mailbox', () => {
  const mailbox = () => `fam.${freshEmail().slice(0, 20)}`;

  test('has one set of quotas, however many accounts with tags and dots it has', async () => {
    await set({ open_programs_limit: 3, open_albums_limit: 3 });
    const name = mailbox();
    const addresses = [`${name}@gmail.com`, `${name}+1@gmail.com`, `${name.replace('.', '')}@googlemail.com`];
    const users = await Promise.all(addresses.map(customer));
    const albums = await buildAlbums(numbered(9, (number) => `Program ${number}`));
    const answers = [];
    for (const [index, user] of users.entries())
      answers.push(...(await openAll(user, albums.slice(index * 3, index * 3 + 3))));
    expect(count(answers, 'opened')).toBe(3);
    for (const user of users)
      expect((await budgetOf(user.id, await staff())).programs).toEqual({ used: 3, limit: 3 });
  });

  test('has it also when its accounts open albums at the same moment', async () => {
    await set({ open_programs_limit: 5 });
    const name = mailbox();
    const users = await Promise.all(numbered(4, (number) => `${name}+${number}@example.test`).map(customer));
    const albums = await buildAlbums(numbered(12, (number) => `Together ${number}`));
    const found = await Promise.all(
      albums.map(async (album, index) => {
        const user = users[index % users.length] as TestUser;
        return { user, id: await hold(user, album) };
      }),
    );
    const answers = await Promise.all(found.map(({ user, id }) => view(user, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await viewsOf(found.map(({ id }) => id))).toBe(5);
  });

  test('does not open an album past its quota by inviting itself from another account', async () => {
    await set({ open_programs_limit: 1 });
    const name = mailbox();
    const [owner, tagged] = [
      await customer(`${name}@example.test`),
      await customer(`${name}+b@example.test`),
    ];
    const other = await customer();
    const [first, second] = (await buildAlbums(['First', 'Second'])) as [TestAlbum, TestAlbum];
    await openAlbum(tagged, first);
    await buildEntitlement(testApp, owner, second);
    await hold(owner, second);
    await acceptInvite(owner, tagged, second, other.email);
    expect(await openAlbum(tagged, second)).toBe('programs_exceeded');
  });

  test('of another provider has dots of its own', async () => {
    await set({ open_programs_limit: 1 });
    const name = mailbox();
    const users = [
      await customer(`${name}@example.test`),
      await customer(`${name.replace('.', '')}@example.test`),
    ];
    const albums = await buildAlbums(['First', 'Second']);
    const answers = [];
    for (const [index, user] of users.entries())
      answers.push(await openAlbum(user, albums[index] as TestAlbum));
    expect(answers).toEqual(['opened', 'opened']);
  });
});

describe('new people', () => {
  const newcomer = (fields: { email?: string; signupNetwork?: string } = {}) =>
    buildUser(testApp, {
      email: freshEmail().replace('example.test', `${randomUUID()}.test`),
      createdAt: testApp.context.clock.now(),
      ...fields,
    });
  const DOMAIN = 'known-provider.test';
  const known = () => `${freshEmail().split('@', 1)[0]}@${DOMAIN}`;
  const openedOf = async (user: TestUser) =>
    count(await openAll(user, await buildAlbums(numbered(14, (number) => `New ${number}`))), 'opened');

  async function makeDomainKnown(): Promise<void> {
    const buyer = await customer(known());
    const [album] = await buildAlbums(['Bought']);
    await buildEntitlement(testApp, buyer, album as TestAlbum);
  }

  test('with an email provider that nobody has bought with open a third of the programs, until they are known', async () => {
    const [user, [bought, ...albums]] = [
      await newcomer(),
      (await buildAlbums(numbered(15, (number) => `Fresh ${number}`))) as [TestAlbum, ...TestAlbum[]],
    ];
    const answers = await openAll(user, albums);
    expect(count(answers, 'opened')).toBe(4);
    const refused = await view(user, await hold(user, albums[9] as TestAlbum));
    const { free_at } = refused.error.details as { free_at: string };
    expect(Date.parse(free_at)).toBe(Date.parse(user.createdAt) + 7 * DAY_MINUTES * 60_000);
    await buildEntitlement(testApp, user, bought);
    expect(count(await openAll(user, albums), 'opened')).toBe(12);
  });

  test('of a provider that is known have the full quota', async () => {
    await makeDomainKnown();
    expect(await openedOf(await newcomer({ email: known() }))).toBe(12);
  });

  test('who register third on a network in a day open a third, the first two everything', async () => {
    await makeDomainKnown();
    const signupNetwork = '198.51.100.0/24';
    const users = [];
    for (let i = 0; i < 4; i++) users.push(await newcomer({ email: known(), signupNetwork }));
    const opened = [];
    for (const user of users) opened.push(await openedOf(user));
    expect(opened).toEqual([12, 12, 4, 4]);
    // Seven days later nobody is new.
    testApp.advanceMinutes(7 * DAY_MINUTES);
    expect(await openedOf(await buildSession(users[3] as TestUser))).toBe(12);
  });

  test('open albums of a team they follow up to the full quota', async () => {
    await set({ open_programs_limit: 3, new_account_quota_percent: 34 });
    const user = await newcomer();
    const [one, two, three, own] = (await buildAlbums(['P1', 'P2', 'P3', 'Own'])) as TestAlbum[] as [
      TestAlbum,
      TestAlbum,
      TestAlbum,
      TestAlbum,
    ];
    expect(await openAll(user, [one, two, three])).toEqual(['opened', 'opened', 'programs_exceeded']);
    const follow = (fields: Partial<Record<'team_name' | 'division_name', string>>) =>
      testApp.call(foundAlbumEndpoints.addSubscription, {
        token: user.token,
        body: { program_name: 'Own', team_name: own.teamName, division_name: own.divisionName, ...fields },
      });
    await follow({ team_name: '', division_name: '' });
    expect(await openAlbum(user, own)).toBe('programs_exceeded');
    await follow({});
    expect(await openAlbum(user, own)).toBe('opened');
    expect(await openAlbum(user, three)).toBe('programs_exceeded');
  });

  test('always open something, however small the part is', async () => {
    await set({ open_programs_limit: 2, open_albums_limit: 2, new_account_quota_percent: 1 });
    const user = await newcomer();
    expect(await openAll(user, await buildAlbums(['One', 'Two']))).toEqual(['opened', 'programs_exceeded']);
  });
});

async function acceptInvite(from: TestUser, to: TestUser, album: TestAlbum, email = to.email): Promise<void> {
  const body = { albumId: album.id, email, albumUUID: album.uuid };
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
    const [user, helper] = [await customer(), await staff()];
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
    expect(entry).toMatchObject({ action: 'preview-quota.allow-more', actor_name: helper.name });
  });

  test('reset the count, which is on record too', async () => {
    await set({ open_programs_limit: 1 });
    const [user, helper] = [await customer(), await staff()];
    const albums = await buildAlbums(['A', 'B']);
    expect(await openAll(user, albums)).toEqual(['opened', 'programs_exceeded']);
    const reset = await testApp.call(userAdministrationEndpoints.resetPreviewQuota, {
      token: helper.token,
      params: { id: user.id },
    });
    expect(reset).toMatchObject({ status: 200, body: { programs: { used: 0, limit: 1 } } });
    expect(await openAlbum(user, albums[1] as TestAlbum)).toBe('opened');
    const [entry] = await readHistory(testApp, helper.token, { scope: 'user', subject: user.id });
    expect(entry).toMatchObject({ action: 'preview-quota.reset' });
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
  const previews = [1, 2, 3].map((day) => ({ albumId: day, program: `p${day}`, openedAt: at(day) }));
  const limits = { programs: 2, albums: 60 };
  const refusal = refusePreview({ albumId: 9, program: 'new' }, previews, limits, new Date(at(4)));
  expect(refusal?.freeAt.toISOString()).toBe(new Date(Date.UTC(2026, 10, 32)).toISOString());
});
