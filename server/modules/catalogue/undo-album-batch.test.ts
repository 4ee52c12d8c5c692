import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { albumBatches } from '#server/testing/album-batches.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const testApp = shareTestApp();
let staff: TestUser;

beforeAll(async () => {
  staff = await buildUser(testApp, { role: 'customer_support' });
});

const { change, undo, publishedOf, isPublished, buildDrafts, auditOf, follow, notificationsOf, holds } =
  albumBatches(testApp, () => staff);

describe('undoing a change of many albums', () => {
  test('touches exactly the albums that were changed', async () => {
    const ids = await buildDrafts(2);
    const { id: live } = await buildAlbum(testApp);
    const { body } = await change({ action: 'publish', ids: [...ids, live] });
    expect((await undo(body.key)).body).toMatchObject({ action: 'undo', total: 2, changed: 2 });
    expect(await isPublished([...ids, live])).toEqual([false, false, true]);
  });

  test('gives unpublished albums back the moment they were published at, and tells nobody twice', async () => {
    const programName = `Program ${randomUUID()}`;
    const follower = await follow(programName);
    const { id } = await buildAlbum(testApp, { programName, publishedAt: new Date('2026-10-01T08:00:00Z') });
    const before = await publishedOf([id]);
    const { body } = await change({ action: 'unpublish', ids: [id] });
    expect(await isPublished([id])).toEqual([false]);
    await undo(body.key);
    expect(await publishedOf([id])).toEqual(before);
    await vi.waitFor(async () => expect(await holds(follower.id, id)).toBe(true), { timeout: 15_000 });
    expect(await notificationsOf(follower.id)).toEqual([]);
  });

  test('of an unpublishing notifies those after all who were not notified yet', async () => {
    const programName = `Program ${randomUUID()}`;
    const follower = await follow(programName);
    const { id } = await buildAlbum(testApp, { programName, publishedAt: null });
    const told = () =>
      vi.waitFor(async () => expect(await notificationsOf(follower.id)).toHaveLength(1), { timeout: 15_000 });
    await change({ action: 'publish', ids: [id] });
    await told();
    const { body } = await change({ action: 'unpublish', ids: [id] });
    expect(await notificationsOf(follower.id)).toEqual([]);
    await undo(body.key);
    await told();
  });

  test('leaves an album that someone changed since', async () => {
    const [id = 0, other = 0] = await buildDrafts(2);
    const { body } = await change({ action: 'publish', ids: [id, other] });
    await change({ action: 'unpublish', ids: [id] });
    testApp.advanceMinutes(1);
    await change({ action: 'publish', ids: [id] });
    expect((await undo(body.key)).body).toMatchObject({ changed: 1, unchanged: 1 });
    expect(await isPublished([id, other])).toEqual([true, false]);
  });

  test('twice, at once too, takes back once', async () => {
    const ids = await buildDrafts(2);
    const { body } = await change({ action: 'publish', ids });
    const answers = await Promise.all([undo(body.key), undo(body.key)]);
    expect(new Set(answers.map((answer) => answer.body.key)).size).toBe(1);
    expect(await auditOf(ids[0] ?? 0)).toHaveLength(2);
  });

  test('comes too late after ten minutes, and of nothing there is none', async () => {
    const { body } = await change({ action: 'publish', ids: await buildDrafts(1) });
    testApp.advanceMinutes(11);
    expect(await undo(body.key)).toMatchObject({ status: 409, error: { code: 'too_late_to_undo' } });
    expect((await undo(randomUUID())).status).toBe(404);
  });
});
