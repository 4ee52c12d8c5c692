import { describe, expect, test } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { foundAlbumList } from '#contract/lists/users.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const testApp = shareTestApp();
const support = () => buildUser(testApp, { role: 'customer_support' });

async function hold({ token }: TestUser, views = 0): Promise<number> {
  const album = await buildAlbum(testApp);
  const body = { album: album.id, event: album.eventId };
  const { body: found } = await testApp.call(foundAlbumEndpoints.findAlbum, { token, body });
  for (let i = 0; i < views; i++) await view(token, found.id);
  return found.id;
}

const view = (token: string, id: number) =>
  testApp.call(foundAlbumEndpoints.viewAlbum, { token, params: { id } });

const reset = ({ token }: TestUser, userId: number, ids: number[]) =>
  testApp.call(userAdministrationEndpoints.resetChosenViews, {
    token,
    params: { id: userId },
    body: { ids },
  });

const countsOf = (id: number) =>
  testApp.context.db
    .selectFrom('userFoundAlbums')
    .select(['viewsUsed'])
    .select((eb) =>
      eb
        .selectFrom('userAlbumViews')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('foundAlbumId', '=', 'userFoundAlbums.id')
        .as('views'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const recordsOf = (id: number) =>
  testApp.context.db
    .selectFrom('auditLog')
    .select(['actorId', 'action', 'before', 'after'])
    .where('subject', '=', `found-album:${id}`)
    .execute();

describe('views of several albums', () => {
  test('are given back at once; the others keep theirs, and who had none is not on record', async () => {
    const [staff, customer] = [await support(), await buildUser(testApp)];
    const [one, other, untouched, kept] = [
      await hold(customer, 3),
      await hold(customer, 1),
      await hold(customer),
      await hold(customer, 2),
    ];
    expect((await reset(staff, customer.id, [one, other, untouched, one])).body).toEqual({
      done: [one, other, untouched],
      refused: [],
    });
    expect(await countsOf(one)).toEqual({ viewsUsed: 0, views: 0 });
    expect(await countsOf(kept)).toEqual({ viewsUsed: 2, views: 2 });
    expect(await recordsOf(one)).toMatchObject([
      {
        actorId: staff.id,
        action: 'found-album.reset-views',
        before: { userId: customer.id, viewsUsed: 3 },
        after: { viewsUsed: 0 },
      },
    ]);
    expect(await recordsOf(untouched)).toEqual([]);
  });

  test('of somebody else are refused and left alone; the others are reset', async () => {
    const [staff, customer, stranger] = [await support(), await buildUser(testApp), await buildUser(testApp)];
    const [own, foreign] = [await hold(customer, 2), await hold(stranger, 2)];
    expect((await reset(staff, customer.id, [own, foreign])).body).toMatchObject({
      done: [own],
      refused: [{ id: foreign }],
    });
    expect(await countsOf(own)).toEqual({ viewsUsed: 0, views: 0 });
    expect(await countsOf(foreign)).toEqual({ viewsUsed: 2, views: 2 });
  });

  test('are reset by staff only, at least one and not too many at a time', async () => {
    const [staff, customer] = [await support(), await buildUser(testApp)];
    const own = await hold(customer, 1);
    const many = Array.from({ length: foundAlbumList.maxSelected + 1 }, (_, index) => index + 1);
    expect(await reset(staff, customer.id, [])).toMatchObject({ status: 400 });
    expect(await reset(staff, customer.id, many)).toMatchObject({ status: 400 });
    expect(await reset(customer, customer.id, [own])).toMatchObject({ status: 403 });
  });

  test('are exact when the customer looks and two colleagues reset at the same moment', async () => {
    const [staff, colleague, customer] = [await support(), await support(), await buildUser(testApp)];
    const ids = [await hold(customer, 4), await hold(customer, 4)];
    const looks = ids.flatMap((id) => Array.from({ length: 4 }, () => view(customer.token, id)));
    const answers = await Promise.all([
      ...looks,
      reset(staff, customer.id, ids),
      reset(colleague, customer.id, ids.toReversed()),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    for (const id of ids) {
      const { viewsUsed, views } = await countsOf(id);
      expect(views).toBe(viewsUsed);
      const givenBack = (await recordsOf(id)).reduce(
        (sum, { before }) => sum + (before as { viewsUsed: number }).viewsUsed,
        0,
      );
      expect(givenBack + viewsUsed).toBe(8);
    }
  });
});
