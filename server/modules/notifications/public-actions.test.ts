import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { freshDevice } from '#server/testing/devices.ts';
import { buildUser, freshIp } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { endPublicAction, makePublicAction, routeMatches } from './public-actions.ts';

const testApp = shareTestApp();
const { findPublicAction } = inviteEndpoints;

const make = (fields: Partial<Parameters<typeof makePublicAction>[1]> = {}) =>
  makePublicAction(testApp.context.db, {
    route: '/view-album/a',
    matchType: 'exact',
    maxAccesses: null,
    userId: null,
    ...fields,
  });
const open = (action: string, route = '/view-album/a', ip = freshIp(), device = freshDevice(testApp)) =>
  testApp.call(findPublicAction, { body: { action, client_route: route }, ip, device });

describe('the route of a public link', () => {
  test.each([
    ['exact', '/view-album/a', '/view-album/a', true],
    ['exact', '/view-album/a', '/view-album/a/', true],
    ['exact', '/view-album/a', '/view-album/a?invite=x#top', true],
    ['exact', '/view-album/a', '/view-album/a/photos', false],
    ['exact', '/view-album/a', '/view-album', false],
    ['exact', '/view-album/a', '/VIEW-ALBUM/a', false],
    ['prefix', '/view-album/a', '/view-album/a', true],
    ['prefix', '/view-album/a', '/view-album/a/photos/7', true],
    ['prefix', '/view-album/a', '/view-album/ab', false],
    ['prefix', '/view-album/a', '/view-album/a/../../admin', false],
    ['prefix', '/view-album/a', '/view-album/a/%2e%2e/admin', false],
    ['prefix', '/view-album/a', '//view-album/a/b', false],
    ['prefix', '/view-album/a', 'https://elsewhere.test/view-album/a', false],
    ['prefix', '/', '/anything', true],
  ] as const)('%s %s opened from %s: %s', (matchType, actionRoute, clientRoute, isMatch) => {
    expect(routeMatches({ actionRoute, matchType }, clientRoute)).toBe(isMatch);
  });
});

describe('a public link', () => {
  test('counts each opening and says whose it is', async () => {
    const user = await buildUser(testApp);
    const action = await make({ matchType: 'prefix', maxAccesses: 3, userId: user.id });
    await open(action);
    expect(await open(action, '/view-album/a/photos')).toMatchObject({
      status: 200,
      body: {
        public_action_uuid: action,
        action_route: '/view-album/a',
        action_route_match_type: 'prefix',
        number_of_times_accessed: 2,
        max_number_of_times_accessed: 3,
        userId: user.id,
      },
    });
  });

  test('opened twenty times at once with a maximum of five opens exactly five times', async () => {
    const action = await make({ maxAccesses: 5 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(action)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      ...Array(5).fill(200),
      ...Array(15).fill(404),
    ]);
    const counts = answers.flatMap(({ status, body }) =>
      status === 200 ? [body.number_of_times_accessed] : [],
    );
    expect(counts.sort()).toEqual([1, 2, 3, 4, 5]);
  });

  test('unknown, ended, used up or opened elsewhere is not found, all alike, and counts nothing', async () => {
    const [ended, usedUp, elsewhere] = [await make(), await make({ maxAccesses: 1 }), await make()];
    await endPublicAction(testApp.context.db, ended, new Date());
    await open(usedUp);
    const refusals = [
      await open(randomUUID()),
      await open(ended),
      await open(usedUp),
      await open(elsewhere, '/admin'),
    ];
    for (const { status, error } of refusals) {
      expect({ status, code: error.code, message: error.message }).toEqual({
        status: 404,
        code: 'not_found',
        message: 'We can’t find that.',
      });
    }
    expect(await open(elsewhere)).toMatchObject({ body: { number_of_times_accessed: 1 } });
  });

  test('cannot be guessed for long: wrong tries of a device are limited, right ones are not', async () => {
    const [ip, action, device] = [freshIp(), await make(), freshDevice(testApp)];
    for (let i = 0; i < 70; i++) expect((await open(action, '/view-album/a', ip, device)).status).toBe(200);
    for (let i = 0; i < 60; i++) expect((await open(randomUUID(), '/', ip, device)).status).toBe(404);
    expect(await open(action, '/view-album/a', freshIp(), device)).toMatchObject({ status: 429 });
    expect(await open(action, '/view-album/a', ip)).toMatchObject({ status: 200 });
  });
});
