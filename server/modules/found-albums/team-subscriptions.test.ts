import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { PROGRAMS_FULL_MESSAGE, TEAMS_FULL_MESSAGE } from '#contract/rules/albums.ts';
import { FACTORY_NOTIFICATION_SETTINGS } from '#contract/rules/notifications.ts';
import { inTransaction } from '#server/context.ts';
import { startSession } from '#server/modules/accounts/sessions.ts';
import { publishAlbum, unpublishAlbum } from '#server/modules/catalogue/publish-album.ts';
import { upsertUserSettings } from '#server/modules/notifications/notification-settings.ts';
import { digestGroup } from '#server/modules/notifications/send-digests.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, freshEmail, type TestUser } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { untilStuck } from '#server/testing/until-stuck.ts';
import { deleteSubscription } from './team-subscriptions.queries.ts';
import { notifyFollowers } from './team-subscriptions.ts';

const testApp = shareTestApp();
const VISITOR = { ip: '127.0.0.1', userAgent: 'test' };
let programs = 0;
const freshProgram = () => `Program ${++programs}`;

function follow(user: TestUser, program: string, team = '', division = '') {
  const body = { program_name: program, team_name: team, division_name: division };
  return testApp.call(foundAlbumEndpoints.addSubscription, { token: user.token, body });
}

async function foundAlbumIds(user: TestUser): Promise<number[]> {
  const { body } = await testApp.call(foundAlbumEndpoints.myAlbums, { token: user.token });
  return body.found.map((found) => found.album.id);
}

const publish = (albumId: number) => inTransaction(testApp.context, (tx) => publishAlbum(tx, albumId));

describe('a new saved search', () => {
  test('finds matching published albums at once, newest first, whatever their case', async () => {
    const user = await buildUser(testApp);
    const programName = 'Étoile Cheer';
    const older = await buildAlbum(testApp, { programName, publishedAt: new Date('2026-01-01') });
    const newer = await buildAlbum(testApp, { programName, publishedAt: new Date('2026-02-01') });
    await buildAlbum(testApp, { programName, publishedAt: null });
    await buildAlbum(testApp, { programName: 'Étoile Cheerleaders' });
    expect(await follow(user, '  éTOILE cheer ')).toMatchObject({ status: 200 });
    expect(await foundAlbumIds(user)).toEqual([newer.id, older.id]);
  });

  test.each([
    ['any team', '', '', [true, true, true]],
    ['one team', 'comets', '', [true, true, false]],
    ['one division', '', 'SENIOR 4', [true, false, true]],
    ['one team in one division', 'COMETS', 'senior 4', [true, false, false]],
  ])('fits %s', async (_name, team, division, expected) => {
    const user = await buildUser(testApp);
    const programName = freshProgram();
    const albums = [
      await buildAlbum(testApp, { programName, teamName: 'Comets', divisionName: 'Senior 4' }),
      await buildAlbum(testApp, { programName, teamName: 'Comets', divisionName: 'Junior 2' }),
      await buildAlbum(testApp, { programName, teamName: 'Meteors', divisionName: 'Senior 4' }),
    ];
    await follow(user, programName, team, division);
    const found = await foundAlbumIds(user);
    expect(albums.map((album) => found.includes(album.id))).toEqual(expected);
  });

  test('is saved once, and shown with the user', async () => {
    const user = await buildUser(testApp);
    const program = freshProgram();
    const first = await follow(user, program, 'Comets');
    const again = await follow(user, program.toUpperCase(), 'COMETS');
    expect(again.body).toEqual(first.body);
    const me = await testApp.call(accountEndpoints.me, { token: user.token });
    expect(me.body.team_subscriptions).toEqual([first.body]);
  });

  test('is the twelfth at most, counted exactly, and the next one is refused with a reason', async () => {
    const user = await buildUser(testApp);
    for (let i = 0; i < 10; i++) expect((await follow(user, `Team ${i}`)).status).toBe(200);
    const last = await Promise.all(['a', 'b', 'c', 'd'].map((name) => follow(user, `Last ${name}`)));
    expect(last.map((answer) => answer.status).sort()).toEqual([200, 200, 409, 409]);
    expect(last.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'too_many',
      message: PROGRAMS_FULL_MESSAGE,
    });
  });

  test('takes the place of a removed one only after 30 days, which the refusal names', async () => {
    onTestFinished(testApp.stopClock());
    const user = await buildUser(testApp);
    const teams = Array.from({ length: 13 }, (_, index) => `Rotating ${index}`);
    const save = (program = '') => follow(user, program, 'Comets', 'Senior 4');
    const saved = [];
    for (const program of teams.slice(0, 12)) saved.push((await save(program)).body.id);
    expect((await save(teams[12])).error).toMatchObject({
      code: 'too_many',
      message: TEAMS_FULL_MESSAGE,
    });
    const remove = (id = 0) =>
      testApp.call(foundAlbumEndpoints.removeSubscription, { token: user.token, body: { id } });
    await remove(saved[0]);
    const freeAt = minutesFrom(testApp.context.clock.now(), 30 * 24 * 60);
    testApp.advanceMinutes(60);
    await remove(saved[1]);
    expect((await save(teams[12])).error).toMatchObject({
      message: TEAMS_FULL_MESSAGE,
      details: { limit: 12, free_at: freeAt.toISOString() },
    });
    // The same team comes back to its own place.
    expect((await save(teams[1]?.toUpperCase())).status).toBe(200);
    testApp.advanceMinutes(30 * 24 * 60 - 61);
    const later = { ...user, token: await startSession(testApp.context, user.id, VISITOR) };
    const saveLater = (program = '') => follow(later, program, 'Comets', 'Senior 4');
    expect((await saveLater(teams[12])).status).toBe(409);
    testApp.advanceMinutes(2);
    expect((await saveLater(teams[12])).status).toBe(200);
  });

  test('of a whole program leaves its place at once when it is removed', async () => {
    const user = await buildUser(testApp);
    const ids = [];
    for (let i = 0; i < 12; i++) ids.push((await follow(user, `Whole ${i}`)).body.id);
    const body = { id: ids[0] ?? 0 };
    await testApp.call(foundAlbumEndpoints.removeSubscription, { token: user.token, body });
    expect((await follow(user, 'Whole 12')).status).toBe(200);
  });

  test('is one of twelve of all accounts of a mailbox, also when they save at the same moment', async () => {
    const name = freshEmail().split('@', 1)[0];
    const users = await Promise.all(
      ['a', 'b', 'c'].map((tag) => buildUser(testApp, { email: `${name}+${tag}@example.test` })),
    );
    const answers = await Promise.all(
      Array.from({ length: 18 }, async (_, index) => {
        const user = users[index % 3] as TestUser;
        const { status, body } = await follow(user, `Mailbox ${index}`, 'Comets', 'Senior 4');
        if (status === 200 && index % 2 === 0) {
          await testApp.call(foundAlbumEndpoints.removeSubscription, {
            token: user.token,
            body: { id: body.id },
          });
        }
        return status;
      }),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(12);
  });
});

describe('an album published later', () => {
  test('reaches those who follow its team, and nobody else', async () => {
    const [fan, other] = [await buildUser(testApp), await buildUser(testApp)];
    const programName = freshProgram();
    const album = await buildAlbum(testApp, { programName, publishedAt: null });
    await follow(fan, programName.toUpperCase(), 'COMETS', 'senior 4');
    await follow(fan, programName);
    await follow(other, programName, 'Meteors');
    expect(await foundAlbumIds(fan)).toEqual([]);
    const staff = await buildUser(testApp, { role: 'analyst' });
    const change = { token: staff.token, params: { id: album.id }, body: { published: true } };
    expect(await testApp.call(catalogueEndpoints.updateAlbum, change)).toMatchObject({ status: 200 });
    const ids = await eventually(async () => {
      const found = await foundAlbumIds(fan);
      return found.length > 0 ? found : undefined;
    }, 'the published album');
    expect(ids).toEqual([album.id]);
    expect(await foundAlbumIds(other)).toEqual([]);
  });

  test('that is unpublished before its followers are told tells them when it comes back, and only once', async () => {
    const user = await buildUser(testApp);
    const programName = freshProgram();
    await follow(user, programName);
    const { id } = await buildAlbum(testApp, { programName, publishedAt: null });
    const { db } = testApp.context;
    const messages = () =>
      db.selectFrom('notifications').select('messageId').where('userId', '=', user.id).execute();
    const isTold = () =>
      eventually(async () => ((await messages()).length === 1 ? true : undefined), 'a message');
    const unpublish = () => inTransaction(testApp.context, (tx) => unpublishAlbum(tx, id));
    await publish(id);
    await isTold();
    await unpublish();
    expect(await messages()).toEqual([]);
    await publish(id);
    await isTold();
    const [message] = await messages();
    const group = { userId: user.id, kind: 'album_published', channel: 'email', eventId: null } as const;
    await inTransaction(testApp.context, (tx) => digestGroup(tx, group));
    // A text would tell the same again.
    const phone = {
      phoneNumber: `+1512${user.id}`.padEnd(12, '5').slice(0, 12),
      phoneVerifiedAt: new Date(),
    };
    await db.updateTable('users').set(phone).where('id', '=', user.id).execute();
    const album_published = { email: true, sms: true, push: false };
    await upsertUserSettings(db, user.id, { ...FACTORY_NOTIFICATION_SETTINGS, album_published });
    await unpublish();
    await publish(id);
    await inTransaction(testApp.context, (tx) => notifyFollowers(tx, { albumId: id, quiet: false }));
    expect(message).toEqual({ messageId: null });
    expect(await messages()).toEqual([{ messageId: expect.any(Number) }]);
  });

  test('that comes back is searched for athletes again, because photos may have come meanwhile', async () => {
    const programName = freshProgram();
    const { id } = await buildAlbum(testApp, { programName, publishedAt: null });
    await follow(await buildUser(testApp), programName);
    const searches = async () => {
      const { rows } = await sql`select from pgboss.job
        where name = 'found-albums.albums-gained' and data ->> 'albumId' = ${String(id)}`.execute(
        testApp.context.db,
      );
      return rows.length;
    };
    await publish(id);
    await eventually(async () => ((await searches()) === 1 ? true : undefined), 'a search');
    await inTransaction(testApp.context, (tx) => unpublishAlbum(tx, id));
    await publish(id);
    await eventually(async () => ((await searches()) === 2 ? true : undefined), 'another search');
  });

  test('is published once by two who do it at the same moment, and found once', async () => {
    const fan = await buildUser(testApp);
    const programName = freshProgram();
    const album = await buildAlbum(testApp, { programName, publishedAt: null });
    await follow(fan, programName);
    expect((await Promise.all([publish(album.id), publish(album.id)])).sort()).toEqual([false, true]);
    const tell = () =>
      inTransaction(testApp.context, (tx) => notifyFollowers(tx, { albumId: album.id, quiet: false }));
    await Promise.all([tell(), tell()]);
    expect(await foundAlbumIds(fan)).toEqual([album.id]);
  });

  test('is never lost between a search being saved and an album being published', async () => {
    const programName = freshProgram();
    const fans = await Promise.all(Array.from({ length: 8 }, () => buildUser(testApp)));
    const albums = await Promise.all(fans.map(() => buildAlbum(testApp, { programName, publishedAt: null })));
    await Promise.all([
      ...fans.map((fan) => follow(fan, programName)),
      ...albums.map((album) => publish(album.id)),
    ]);
    for (const fan of fans) {
      await eventually(
        async () => ((await foundAlbumIds(fan)).length === albums.length ? true : undefined),
        'every album of the team',
      );
    }
  });

  test('whose team name is corrected reaches those who follow the right name', async () => {
    const fan = await buildUser(testApp);
    const staff = await buildUser(testApp, { role: 'super' });
    const programName = freshProgram();
    const album = await buildAlbum(testApp, { programName: 'Misspelt' });
    await follow(fan, programName);
    await testApp.call(catalogueEndpoints.updateAlbum, {
      token: staff.token,
      params: { id: album.id },
      body: { program_name: programName },
    });
    await eventually(async () => ((await foundAlbumIds(fan)).length === 1 ? true : undefined), 'the album');
  });
});

describe('a removed search', () => {
  test('leaves the albums it found, and finds no more', async () => {
    const user = await buildUser(testApp);
    const programName = freshProgram();
    const album = await buildAlbum(testApp, { programName });
    const { body } = await follow(user, programName);
    const call = { token: user.token, body: { id: body.id } };
    expect(await testApp.call(foundAlbumEndpoints.removeSubscription, call)).toMatchObject({ status: 200 });
    const later = await buildAlbum(testApp, { programName, publishedAt: null });
    await publish(later.id);
    await inTransaction(testApp.context, (tx) => notifyFollowers(tx, { albumId: later.id, quiet: false }));
    expect(await foundAlbumIds(user)).toEqual([album.id]);
    expect(await testApp.call(foundAlbumEndpoints.removeSubscription, call)).toMatchObject({ status: 404 });
  });

  test('takes no choice of notifications that comes at the same moment', async () => {
    const user = await buildUser(testApp);
    const { body: saved } = await follow(user, freshProgram());
    const chosen = await inTransaction(testApp.context, async (tx) => {
      await deleteSubscription(tx.db, { userId: user.id, subscriptionId: saved.id, now: tx.clock.now() });
      const call = { token: user.token, params: { id: saved.id }, body: { email: false } };
      const choosing = testApp.call(foundAlbumEndpoints.chooseAlerts, call);
      await untilStuck(testApp, choosing);
      return { choosing };
    });
    expect(await chosen.choosing).toMatchObject({ status: 404 });
  });

  test('can only be one of your own', async () => {
    const [user, stranger] = [await buildUser(testApp), await buildUser(testApp)];
    const { body } = await follow(user, freshProgram());
    const call = { token: stranger.token, body: { id: body.id } };
    expect(await testApp.call(foundAlbumEndpoints.removeSubscription, call)).toMatchObject({ status: 404 });
  });
});
