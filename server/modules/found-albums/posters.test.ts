import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { posterEndpoints } from '#contract/endpoints/posters.ts';
import { insertAlbums } from '#server/modules/catalogue/albums.ts';
import { givePosterCodes } from '#server/modules/catalogue/poster-codes.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { freshDevice } from '#server/testing/devices.ts';
import { buildUser, freshEmail, freshIp, nextMessage, reloadUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { notifyFollowers } from './team-subscriptions.ts';

const testApp = startTestApp({ PUBLIC_URL: 'https://encore.test', PROOFS: 'always' });
const { getPoster, listPosterTeams, askToFollow, confirmFollow, followTeam, listPosterCodes } =
  posterEndpoints;

async function codeOf(place: { eventId: number } | { albumId: number }): Promise<string> {
  const [column, id] =
    'eventId' in place ? (['eventId', place.eventId] as const) : (['albumId', place.albumId] as const);
  const row = await testApp.context.db
    .selectFrom('posterCodes')
    .select('code')
    .where(column, '=', id)
    .executeTakeFirstOrThrow();
  return row.code;
}

/** An album that is not published yet, with the code of its team. */
async function buildAwaited(fields: Parameters<typeof buildAlbum>[1] = {}) {
  const album = await buildAlbum(testApp, { publishedAt: null, ...fields });
  return { album, code: await codeOf({ albumId: album.id }) };
}

const publish = (albumId: number) =>
  testApp.context.db
    .updateTable('albums')
    .set({ publishedAt: new Date() })
    .where('id', '=', albumId)
    .execute();

const ask = (code: string, email: string, device = freshDevice(testApp)) =>
  testApp.call(askToFollow, { params: { code }, body: { email }, ip: freshIp(), device });

const LINK = /\/e\/(\w{6})\?follow=([\w-]{43})/;

async function mailedLink(code: string, email: string) {
  const earlier = new Set((await listOutbox(testApp.context.db, email)).map(({ id }) => id));
  expect(await ask(code, email)).toMatchObject({ status: 200, body: { sent: true } });
  const message = await nextMessage(testApp, email, LINK, earlier);
  const [, shownCode, token = ''] = LINK.exec(message.text) ?? [];
  expect(shownCode).toBe(code);
  return { message, token };
}

const confirm = (token: string) =>
  testApp.call(confirmFollow, {
    body: { token, agreed_to_terms: true },
    ip: freshIp(),
    device: freshDevice(testApp),
  });

const startOf = async (token: string) =>
  (await testApp.call(foundAlbumEndpoints.startAtAlbum, { token })).body.album;

describe('a code', () => {
  test('that two of the same call would get is given to one of them, and the other gets another one', async () => {
    const { context } = testApp;
    const albums = await Promise.all([buildAlbum(testApp), buildAlbum(testApp)]);
    await context.db
      .deleteFrom('posterCodes')
      .where(
        'albumId',
        'in',
        albums.map((album) => album.id),
      )
      .execute();
    const codes = ['TWNTWN', 'TWNTWN', 'RTHRTH'];
    await givePosterCodes(
      context.db,
      albums.map((album) => ({ albumId: album.id })),
      () => codes.shift() ?? '',
    );
    const given = await Promise.all(albums.map((album) => codeOf({ albumId: album.id })));
    expect(given.toSorted()).toEqual(['RTHRTH', 'TWNTWN']);
  });

  test('is given to every event and every album, and never twice', async () => {
    const event = await buildEvent(testApp);
    await insertAlbums(
      testApp.context.db,
      Array.from({ length: 500 }, (_, index) => ({
        eventId: event.id,
        programName: `Program ${index}`,
        teamName: 'Team',
        divisionName: '',
        performanceOrder: index,
        identifier: `many ${index}`,
      })),
    );
    const { rows } = await sql<{ missing: number; codes: number; given: number }>`
      select (select count(*) from albums where not exists (select from poster_codes where album_id = albums.id))
          + (select count(*) from events where not exists (select from poster_codes where event_id = events.id))
          as missing,
        count(*)::integer as given, count(distinct code)::integer as codes
      from poster_codes`.execute(testApp.context.db);
    expect(Number(rows[0]?.missing)).toBe(0);
    expect(rows[0]?.codes).toBe(rows[0]?.given);
    expect(rows[0]?.given).toBeGreaterThan(500);
  });

  test('follows a team that is renamed', async () => {
    const { album, code } = await buildAwaited();
    await testApp.context.db
      .updateTable('albums')
      .set({ teamName: 'Comets Gold' })
      .where('id', '=', album.id)
      .execute();
    expect(await testApp.call(getPoster, { params: { code } })).toMatchObject({
      body: { team: { team_name: 'Comets Gold', code } },
    });
  });

  test.each(['0OIL1U', 'short', 'muchtoolong', '%00', '<b>'])('%j is refused', async (code) => {
    expect(await testApp.call(getPoster, { params: { code } })).toMatchObject({ status: 400 });
  });

  test('that nobody was given, or of an archived event, is unknown', async () => {
    const event = await buildEvent(testApp, { archived: true });
    const { code } = await buildAwaited({ eventId: event.id });
    const codes = ['22222C', await codeOf({ eventId: event.id }), code];
    for (const unknown of codes) {
      expect(await testApp.call(getPoster, { params: { code: unknown } })).toMatchObject({ status: 404 });
      expect(await testApp.call(listPosterTeams, { params: { code: unknown } })).toMatchObject({
        status: 404,
      });
      expect(await ask(unknown, freshEmail())).toMatchObject({ status: 404 });
    }
  });
});

describe('a poster', () => {
  test('names its event to anybody, in any case and with spaces', async () => {
    const event = await buildEvent(testApp, { name: 'Crown Nationals' });
    await buildAlbum(testApp, { eventId: event.id });
    const code = await codeOf({ eventId: event.id });
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`.toLowerCase();
    const { status, body } = await testApp.call(getPoster, { params: { code: typed } });
    expect(status).toBe(200);
    expect(body).toEqual({
      code,
      event: {
        name: 'Crown Nationals',
        brand_name: event.brandName,
        venue_name: event.venueName,
        city: event.city,
        state: event.state,
        start_date: event.startDate,
        last_date: event.startDate,
        time_zone: event.timeZone,
        picture: 'other',
      },
      team: null,
      albums_up: 1,
      teams_total: 1,
    });
  });

  test('of a team preselects it, and counts several albums of a team as one team', async () => {
    const event = await buildEvent(testApp);
    const first = await buildAwaited({ eventId: event.id, performanceOrder: 3 });
    const second = await buildAwaited({ eventId: event.id, performanceOrder: 90 });
    await publish(second.album.id);
    const { body } = await testApp.call(getPoster, { params: { code: second.code } });
    expect(body).toMatchObject({
      teams_total: 1,
      albums_up: 1,
      team: { code: second.code, performance_order: 3, is_up: true },
    });
    const { body: list } = await testApp.call(listPosterTeams, { params: { code: body.code } });
    expect(list).toMatchObject({ total: 1, teams: [{ code: first.code, is_up: true }] });
  });

  test('lists the teams that perform closest to now, and finds any by its words or number', async () => {
    const event = await buildEvent(testApp);
    const start = testApp.context.clock.now().getTime();
    for (let index = 0; index < 30; index++) {
      await buildAwaited({
        eventId: event.id,
        programName: `Program ${String.fromCharCode(65 + index)}x`,
        performanceOrder: 100 + index,
        plannedAt: new Date(start + (index - 20) * 600_000 + 60_000),
      });
    }
    const code = await codeOf({ eventId: event.id });
    const { body } = await testApp.call(listPosterTeams, { params: { code } });
    expect(body.total).toBe(30);
    expect(body.teams.map(({ performance_order }) => performance_order)).toEqual([
      116, 117, 118, 119, 120, 121, 122, 123,
    ]);
    const found = async (q: string) =>
      (await testApp.call(listPosterTeams, { params: { code }, query: { q } })).body.teams.map(
        ({ performance_order }) => performance_order,
      );
    expect(await found('program cx')).toEqual([102]);
    expect(await found('129')).toEqual([129]);
    expect(await found('no such team')).toEqual([]);
    expect(await found('%')).toEqual([]);
  });
});

describe('asking to be notified', () => {
  test('makes an account by the mailed link, saves the team, and starts at the album once it is up', async () => {
    const { album, code } = await buildAwaited();
    const email = freshEmail();
    const { message, token } = await mailedLink(code, email);
    expect(message.text).toContain('Star Athletics Comets at Winter Classic');
    expect(message.text).toContain('Tell me when photos are up');
    expect(await reloadUser(testApp, email)).toBeUndefined();

    const { status, body } = await confirm(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ saved: true, album: null });
    expect(body.user).toMatchObject({
      email,
      email_verified: true,
      logs_in_by_link: true,
      awaits_album: true,
      terms_due: null,
      team_subscriptions: [{ program_name: 'Star Athletics', team_name: 'Comets' }],
    });
    expect(await startOf(body.jwt)).toBeNull();

    await publish(album.id);
    // The followers do not hold the album yet.
    expect(await startOf(body.jwt)).toBeNull();
    await notifyFollowers(testApp.context, { albumId: album.id, quiet: true });
    const answers = await Promise.all(Array.from({ length: 10 }, () => startOf(body.jwt)));
    expect(answers.filter((answer) => answer === album.id)).toHaveLength(1);
    expect(answers.filter((answer) => answer === null)).toHaveLength(9);
    expect(await testApp.call(accountEndpoints.me, { token: body.jwt })).toMatchObject({
      body: { awaits_album: false },
    });
  });

  test('leads straight to an album that is up already', async () => {
    const { album, code } = await buildAwaited();
    await publish(album.id);
    const { message, token } = await mailedLink(code, freshEmail());
    expect(message).toMatchObject({ subject: 'See the photos of Star Athletics Comets' });
    expect(message.text).toContain('See the photos:');
    const { body } = await confirm(token);
    expect(body).toMatchObject({ saved: true, album: album.id, user: { awaits_album: false } });
  });

  test('does not start at an album that was opened from the mail meanwhile', async () => {
    const { album, code } = await buildAwaited();
    const user = await buildUser(testApp);
    await testApp.call(followTeam, { token: user.token, params: { code } });
    await publish(album.id);
    const { body: found } = await testApp.call(foundAlbumEndpoints.findAlbum, {
      token: user.token,
      body: { album: album.id, event: album.eventId },
    });
    await testApp.call(foundAlbumEndpoints.viewAlbum, { token: user.token, params: { id: found.id } });
    expect(await startOf(user.token)).toBeNull();
  });

  test('changes nothing in an account before its owner follows the link', async () => {
    const { code } = await buildAwaited();
    const victim = await buildUser(testApp);
    const { token } = await mailedLink(code, victim.email);
    const { body: before } = await testApp.call(accountEndpoints.me, { token: victim.token });
    expect(before).toMatchObject({ team_subscriptions: [], awaits_album: false });
    expect(await confirm(token)).toMatchObject({ status: 200, body: { user: { id: victim.id } } });
    const { body: after } = await testApp.call(accountEndpoints.me, { token: victim.token });
    expect(after.team_subscriptions).toHaveLength(1);
  });

  test('answers and mails alike whether or not the address has an account', async () => {
    const { code } = await buildAwaited();
    const known = await buildUser(testApp, { firstName: 'Zoë' });
    const unknown = freshEmail();
    const [ofKnown, ofUnknown] = [await ask(code, known.email), await ask(code, unknown)];
    expect([ofUnknown.status, ofUnknown.body]).toEqual([ofKnown.status, ofKnown.body]);
    const plain = (text: string) => text.replace(/follow=[\w-]+/g, '');
    const [toKnown, toUnknown] = [
      await nextMessage(testApp, known.email),
      await nextMessage(testApp, unknown),
    ];
    expect(plain(toKnown.text)).toBe(plain(toUnknown.text));
    expect(toKnown.text).not.toContain('Zoë');
  });

  test('ends what a stranger made for the address before it was verified', async () => {
    const { code } = await buildAwaited();
    const squatter = await buildUser(testApp, { isVerified: false });
    const { token } = await mailedLink(code, squatter.email);
    expect(await confirm(token)).toMatchObject({
      status: 200,
      body: { address_claimed: true, user: { email: squatter.email, logs_in_by_link: true } },
    });
    expect(await testApp.call(accountEndpoints.me, { token: squatter.token })).toMatchObject({ status: 401 });
  });

  test('works once, for one of many clicks, within a day', async () => {
    const { code } = await buildAwaited();
    const email = freshEmail();
    const { token } = await mailedLink(code, email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
    expect(answers.find(({ status }) => status === 400)?.error?.code).toBe('link_invalid');

    const late = await mailedLink(code, email);
    testApp.advanceMinutes(24 * 60 + 1);
    expect(await confirm(late.token)).toMatchObject({ status: 400, error: { code: 'link_invalid' } });
  });

  test('two links of one new address make one account', async () => {
    const [first, second] = [await buildAwaited(), await buildAwaited({ teamName: 'Meteors' })];
    const email = freshEmail();
    const links = [await mailedLink(first.code, email), await mailedLink(second.code, email)];
    const answers = await Promise.all(links.map(({ token }) => confirm(token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = answers.map(({ body }) => body.user.id);
    expect(one).toBe(other);
    const { body } = await testApp.call(accountEndpoints.me, { token: answers[0]?.body.jwt });
    expect(body.team_subscriptions).toHaveLength(2);
  });

  test('never sends an address more than six mails a day, and says nothing about it', async () => {
    const { code } = await buildAwaited();
    const email = freshEmail();
    for (let index = 0; index < 12; index++) {
      testApp.advanceMinutes(16);
      expect(await ask(code, email)).toMatchObject({ status: 200, body: { sent: true } });
    }
    await nextMessage(testApp, email);
    const { rows } = await sql`
      select 1 from pgboss.job where name = 'posters.mail-follow-link' and data->>'email' = ${email}`.execute(
      testApp.context.db,
    );
    expect(rows).toHaveLength(6);
  });

  test('is refused to a device that asks for many addresses', async () => {
    const { code } = await buildAwaited();
    const device = freshDevice(testApp);
    const statuses: number[] = [];
    for (let index = 0; index < 25; index++) {
      statuses.push((await ask(code, freshEmail(), device)).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
  });

  test('needs a code of a team, an address and consent to the terms', async () => {
    const event = await buildEvent(testApp);
    expect(await ask(await codeOf({ eventId: event.id }), freshEmail())).toMatchObject({ status: 404 });
    const { code } = await buildAwaited();
    expect(await ask(code, 'not an address')).toMatchObject({ status: 400 });
    const { token } = await mailedLink(code, freshEmail());
    const answer = await testApp.call(confirmFollow, { body: { token, agreed_to_terms: false as true } });
    expect(answer).toMatchObject({ status: 400 });
    expect(await confirm(token)).toMatchObject({ status: 200 });
  });
});

describe('somebody who is logged in', () => {
  test('saves the team in one call, as often as they like', async () => {
    const { code } = await buildAwaited();
    const user = await buildUser(testApp);
    const follow = () => testApp.call(followTeam, { token: user.token, params: { code } });
    const answers = await Promise.all([follow(), follow(), follow()]);
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill({ saved: true, album: null }));
    const { body } = await testApp.call(accountEndpoints.me, { token: user.token });
    expect(body).toMatchObject({ awaits_album: true, team_subscriptions: [{ team_name: 'Comets' }] });
  });

  test('learns that they follow the maximum number of teams, and is still logged in by a link', async () => {
    const user = await buildUser(testApp);
    for (let index = 0; index < 12; index++) {
      const { code } = await buildAwaited({ teamName: `Team ${index}` });
      await testApp.call(followTeam, { token: user.token, params: { code } });
    }
    const { code } = await buildAwaited({ teamName: 'One more' });
    const full = { saved: false, album: null };
    expect(await testApp.call(followTeam, { token: user.token, params: { code } })).toMatchObject({
      status: 200,
      body: full,
    });
    const { token } = await mailedLink(code, user.email);
    expect(await confirm(token)).toMatchObject({ status: 200, body: full });
  });
});

test('staff get the codes of an event and its teams', async () => {
  const staff = await buildUser(testApp, { role: 'customer_support' });
  const event = await buildEvent(testApp);
  const { code } = await buildAwaited({ eventId: event.id });
  expect(await testApp.call(listPosterCodes, { token: staff.token, params: { id: event.id } })).toMatchObject(
    {
      status: 200,
      body: {
        base_url: 'https://encore.test',
        code: await codeOf({ eventId: event.id }),
        teams: [{ code, team_name: 'Comets' }],
      },
    },
  );
});
