import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { inTransaction } from '#server/context.ts';
import { albumBatches } from '#server/testing/album-batches.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { executeNext } from './album-batches.ts';

const testApp = shareTestApp();
let staff: TestUser;

beforeAll(async () => {
  staff = await buildUser(testApp, { role: 'customer_support' });
});

const { change, undo, read, publishedOf, isPublished, buildDrafts, auditOf, follow, notificationsOf, holds } =
  albumBatches(testApp, () => staff);

describe('albums chosen by hand', () => {
  test('are published; those that were published and those that are not there are told apart', async () => {
    const [draft = 0] = await buildDrafts(1);
    const { id: live } = await buildAlbum(testApp);
    const before = await publishedOf([live]);
    const answer = await change({ action: 'publish', ids: [draft, live, 2_000_000_000, draft] });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        total: 3,
        changed: 1,
        unchanged: 1,
        refused: [{ id: 2_000_000_000, reason: expect.any(String) }],
        is_finished: true,
      },
    });
    expect(await isPublished([draft])).toEqual([true]);
    expect(await publishedOf([live])).toEqual(before);
  });

  test('leave one entry each in the audit log, with before and after; what did not change leaves none', async () => {
    const [draft = 0] = await buildDrafts(1);
    const { id: live } = await buildAlbum(testApp);
    const { body } = await change({ action: 'publish', ids: [draft, live] });
    expect(await auditOf(draft)).toMatchObject([
      {
        actorId: staff.id,
        action: 'album.update',
        before: { publishedAt: null },
        after: { publishedAt: expect.stringMatching(/Z$/), batch: body.key },
      },
    ]);
    expect(await auditOf(live)).toEqual([]);
  });

  test('are announced to followers, unless they are published quietly', async () => {
    const programName = `Program ${randomUUID()}`;
    const follower = await follow(programName);
    const loud = await buildAlbum(testApp, { programName, publishedAt: null });
    const quiet = await buildAlbum(testApp, { programName, publishedAt: null });
    await change({ action: 'publish', ids: [loud.id] });
    await change({ action: 'publish_quietly', ids: [quiet.id] });
    await vi.waitFor(
      async () => {
        expect(await holds(follower.id, loud.id)).toBe(true);
        expect(await holds(follower.id, quiet.id)).toBe(true);
        expect(await notificationsOf(follower.id)).toEqual([{ subject: `album:${loud.id}` }]);
      },
      { timeout: 15_000 },
    );
  });

  test('have their zips prepared again, but for those without photos', async () => {
    const full = await buildAlbum(testApp, { imagesCount: 1 });
    const empty = await buildAlbum(testApp);
    const { body } = await change({ action: 'prepare_zips', ids: [full.id, empty.id] });
    expect(body).toMatchObject({ changed: 1, unchanged: 1 });
    expect(await auditOf(full.id)).toMatchObject([{ action: 'album.reprocess-zip' }]);
    expect(await undo(body.key)).toMatchObject({ status: 409, error: { code: 'too_late_to_undo' } });
  });

  test('are at least one and at most 500, or come by a filter', async () => {
    const tooMany = Array.from({ length: 501 }, (_, index) => index + 1);
    for (const wrong of [
      { ids: [] },
      { ids: tooMany },
      {},
      { ids: [1], filter: {}, expected: 1 },
      { filter: {} },
    ]) {
      expect((await change({ action: 'publish', ...wrong })).status).toBe(400);
    }
  });
});

describe('the same request twice', () => {
  test('changes nothing twice, one after the other or at once', async () => {
    const ids = await buildDrafts(3);
    const key = randomUUID();
    const body = { key, action: 'publish', ids } as const;
    const answers = await Promise.all([change(body), change(body), change(body)]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { key, changed: 3 } });
    const published = await publishedOf(ids);
    await change({ action: 'unpublish', ids: ids.slice(0, 1) });
    expect((await change(body)).body.changed).toBe(3);
    expect(await publishedOf(ids)).toEqual([null, ...published.slice(1)]);
    expect(await auditOf(ids[1] ?? 0)).toHaveLength(1);
  });

  test('with another action under the same key is refused', async () => {
    const ids = await buildDrafts(1);
    const { body } = await change({ action: 'publish', ids });
    const again = await change({ key: body.key, action: 'unpublish', ids });
    expect(again).toMatchObject({ status: 409, error: { code: 'conflict' } });
    expect(await isPublished(ids)).toEqual([true]);
  });
});

test('two who publish the same albums at once publish each of them once', async () => {
  const ids = await buildDrafts(20);
  const answers = await Promise.all([
    change({ action: 'publish', ids }),
    change({ action: 'publish', ids: ids.toReversed() }),
  ]);
  expect(answers.map(({ body }) => body.changed + body.unchanged)).toEqual([20, 20]);
  expect(answers.reduce((sum, { body }) => sum + body.changed, 0)).toBe(20);
  expect((await auditOf(ids[7] ?? 0)).length).toBe(1);
});

describe('all albums of a filter', () => {
  test('are changed without those taken out by hand, and no other album is touched', async () => {
    const event = await buildEvent(testApp);
    const ids = await buildDrafts(4, event.id);
    const others = await buildDrafts(1);
    const { body } = await change({
      action: 'publish',
      filter: { event: event.id, state: 'draft' },
      except: ids.slice(0, 1),
      expected: 3,
    });
    expect(body).toMatchObject({ total: 3, changed: 3, is_finished: true });
    expect(await isPublished([...ids, ...others])).toEqual([false, true, true, true, false]);
  });

  test('are left alone when they are not as many as was said', async () => {
    const event = await buildEvent(testApp);
    const ids = await buildDrafts(2, event.id);
    const key = randomUUID();
    const filter = { event: event.id };
    expect(await change({ key, action: 'publish', filter, expected: 3 })).toMatchObject({
      status: 409,
      error: { code: 'conflict', details: { total: 2 } },
    });
    expect(await isPublished(ids)).toEqual([false, false]);
    expect((await change({ key, action: 'publish', filter, expected: 2 })).body.changed).toBe(2);
  });

  test('that are more than 500 are changed by a job that says how far it is, and taken back by another', async () => {
    const event = await buildEvent(testApp);
    await sql`
      insert into albums (event_id, program_name, team_name, division_name, performance_order, identifier)
      select ${event.id}, 'Many', 'Team', '', n, 'many-' || n from generate_series(1, 620) n`.execute(
      testApp.context.db,
    );
    const finished = (key: string) =>
      vi.waitFor(
        async () => {
          const batch = await read(key);
          expect(batch.is_finished).toBe(true);
          return batch;
        },
        { timeout: 60_000, interval: 200 },
      );
    const asked = await change({ action: 'publish_quietly', filter: { event: event.id }, expected: 620 });
    expect(asked.body).toMatchObject({ total: 620 });
    expect(await finished(asked.body.key)).toMatchObject({ changed: 620, unchanged: 0, refused: [] });
    const [moved] = await testApp.context.db
      .selectFrom('albums')
      .select((eb) => eb.fn.countAll<number>().as('albums'))
      .where('eventId', '=', event.id)
      .where('publishedAt', 'is not', null)
      .execute();
    expect(moved?.albums).toBe(620);
    const taken = await undo(asked.body.key);
    expect(taken.body).toMatchObject({ action: 'undo', total: 620 });
    expect(await finished(taken.body.key)).toMatchObject({ changed: 620 });
    expect((await undo(asked.body.key)).body.key).toBe(taken.body.key);
  });

  test('a job that is run again goes on where it was', async () => {
    const ids = await buildDrafts(2);
    const { body } = await change({ action: 'publish', ids });
    await change({ action: 'unpublish', ids });
    expect(await inTransaction(testApp.context, (tx) => executeNext(tx, body.key))).toBe(false);
    expect(await isPublished(ids)).toEqual([false, false]);
  });
});

describe('albums with very few photos', () => {
  const publish = (albumId: number, body: object) =>
    testApp.call(catalogueEndpoints.updateAlbum, {
      token: staff.token,
      params: { id: albumId },
      body: { published: true, ...body },
    });
  const buildDraft = async (photos: number) => {
    const [albumId = 0] = await buildDrafts(1);
    await testApp.context.db
      .updateTable('albums')
      .set({ imagesCount: photos })
      .where('id', '=', albumId)
      .execute();
    return albumId;
  };
  const refused = { status: 409, error: { code: 'few_photos', details: { albums: 1, fewest: 4 } } };

  test('are put on sale only after staff have confirmed it', async () => {
    const few = await buildDraft(3);
    expect(await publish(few, {})).toMatchObject(refused);
    expect(await isPublished([few])).toEqual([false]);
    expect(await publish(few, { few_photos_ok: true })).toMatchObject({ status: 200 });
    expect(await isPublished([few])).toEqual([true]);
    // An album that is already on sale stays on sale without a confirmation.
    expect(await publish(few, {})).toMatchObject({ status: 200 });
    for (const photos of [0, 4])
      expect(await publish(await buildDraft(photos), {})).toMatchObject({ status: 200 });
  });

  test('stop a change of many albums until it is confirmed, and then all are published', async () => {
    const [few, many] = [await buildDraft(1), await buildDraft(40)];
    const ids = [few, many];
    expect(await change({ action: 'publish_quietly', ids })).toMatchObject(refused);
    expect(await isPublished(ids)).toEqual([false, false]);
    const confirmed = await change({ action: 'publish_quietly', ids, few_photos_ok: true });
    expect(confirmed).toMatchObject({ body: { changed: 2 } });
    expect(await isPublished(ids)).toEqual([true, true]);
  });
});
