import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type ImageScope,
  issueImageToken,
  type VerifiedGrant,
} from '#server/platform/security/image-tokens.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually } from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { startSecondProcess } from '#server/testing/second-process.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import {
  COVER_BURST,
  COVERS_PER_SECOND,
  createPreviewMeter,
  PREVIEW_BURST,
  PREVIEWS_PER_SECOND,
  UNVERIFIED_BURST,
  UNVERIFIED_NETWORK_BURST,
} from './preview-meter.ts';

const testApp = startTestApp();
/** A process that ends writes its counts at once. */
const ending = startSecondProcess(testApp);

async function buildViewer() {
  const user = await buildUser(testApp);
  const album = await buildAlbum(testApp);
  const image = await buildImage(testApp, album);
  await hold(user.id, album);
  return { user, album, image };
}

async function hold(userId: number, album: TestAlbum): Promise<void> {
  const found = { userId, albumId: album.id, foundBy: 'opened' };
  await testApp.context.db.insertInto('userFoundAlbums').values(found).execute();
}

function addressOf(
  userId: number,
  album: TestAlbum,
  name: string,
  scope: ImageScope = { kind: 'previews' },
): string {
  const token = issueImageToken(testApp.context, { folderUuid: album.uuid, userId, scope }, 30);
  return `/api/images/${album.uuid}/${name}?auth=${token}`;
}

describe('previews', () => {
  test('are refused with the time to wait after a burst, whatever tokens are used, and thumbs are not', async () => {
    onTestFinished(testApp.stopClock());
    const { user, album, image } = await buildViewer();
    const other = await buildAlbum(testApp);
    const otherImage = await buildImage(testApp, other);
    await hold(user.id, other);
    const urls = [
      addressOf(user.id, album, `${image.id}.preview`),
      addressOf(user.id, other, `${otherImage.id}.preview`),
    ];
    const asked = Array.from({ length: PREVIEW_BURST + 20 }, (_, index) => urls[index % 2] ?? '');
    const answers = await Promise.all(asked.map((url) => testApp.app.inject({ url })));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(PREVIEW_BURST);
    expect(refused).toHaveLength(20);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(refused[0]?.json().error.code).toBe('too_many_requests');
    const thumb = addressOf(user.id, album, `${image.id}.thumb`);
    for (let fetched = 0; fetched < 5; fetched++) {
      expect((await testApp.app.inject({ url: thumb })).statusCode).toBe(200);
    }
    const neighbor = await buildViewer();
    const theirs = addressOf(neighbor.user.id, neighbor.album, `${neighbor.image.id}.preview`);
    expect((await testApp.app.inject({ url: theirs })).statusCode).toBe(200);
  });

  test('of owners have no pace', async () => {
    const { user, album, image } = await buildViewer();
    await buildEntitlement(testApp, user, album);
    const url = addressOf(user.id, album, `${image.id}.preview`, { kind: 'originals' });
    const answers = await Promise.all(
      Array.from({ length: PREVIEW_BURST + 10 }, () => testApp.app.inject({ url })),
    );
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  });

  test('are counted per person and day, also by the short cut, and not when the browser has them', async () => {
    const { user, album, image } = await buildViewer();
    const address = await ending.app.listen({ host: '127.0.0.1', port: 0 });
    const url = address + addressOf(user.id, album, `${image.id}.preview`);
    const first = await fetch(url);
    const etag = first.headers.get('etag') ?? '';
    for (let again = 0; again < 3; again++) {
      expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    }
    await fetch(url);
    await ending.app.close();
    const counts = await testApp.context.db
      .selectFrom('previewCounts')
      .select('previews')
      .where('userId', '=', user.id)
      .execute();
    expect(counts).toEqual([{ previews: 2 }]);
  });
});

describe('the meter', () => {
  const grantOf = (userId: number): VerifiedGrant => ({
    folderUuid: '',
    userId,
    scope: { kind: 'previews' },
    issuedAtSeconds: 0,
    expiresAtSeconds: 0,
  });
  const buildMeter = () => {
    let nowMs = Date.parse('2026-11-14T18:00:00Z');
    const clock = { now: () => new Date(nowMs) };
    const { db, log } = testApp.context;
    return {
      meter: createPreviewMeter({ db, log, clock }),
      wait: (seconds: number) => {
        nowMs += seconds * 1000;
      },
    };
  };

  test('lets a person see large covers at a pace of their own', () => {
    const { meter, wait } = buildMeter();
    const takeAll = () => {
      let taken = 0;
      while (meter.takeCover(grantOf(1))) taken += 1;
      return taken;
    };
    expect(takeAll()).toBe(COVER_BURST);
    expect(meter.take(grantOf(1), 'preview')).toBe(0);
    wait(10);
    expect(takeAll()).toBe(10 * COVERS_PER_SECOND);
    expect(meter.takeCover(grantOf(2))).toBe(true);
  });

  test('lets unverified accounts see few pictures each, and those of one network not many together', () => {
    const { meter, wait } = buildMeter();
    const takeAll = (userId: number, network: string) => {
      let taken = 0;
      while (meter.takeUnverified(grantOf(userId), network) === 0) taken += 1;
      return taken;
    };
    expect(takeAll(1, 'venue')).toBe(UNVERIFIED_BURST);
    expect(takeAll(1, 'home')).toBe(0);
    let others = 0;
    for (let user = 2; user < 40; user += 1) others += takeAll(user, 'venue');
    expect(UNVERIFIED_BURST + others).toBe(UNVERIFIED_NETWORK_BURST);
    expect(takeAll(50, 'home')).toBe(UNVERIFIED_BURST);
    wait(60);
    expect(takeAll(50, 'home')).toBe(2);
  });

  test('gives the burst once and then exactly two per second', () => {
    const { meter, wait } = buildMeter();
    const takeAll = () => {
      let taken = 0;
      while (meter.take(grantOf(1), 'preview') === 0) taken += 1;
      return taken;
    };
    expect(takeAll()).toBe(PREVIEW_BURST);
    for (let second = 0; second < 5; second++) {
      wait(1);
      expect(takeAll()).toBe(PREVIEWS_PER_SECOND);
    }
    wait(3600);
    expect(takeAll()).toBe(PREVIEW_BURST);
  });

  test('never refuses somebody who turns four photos a second for half a minute, with two loaded ahead', () => {
    const { meter, wait } = buildMeter();
    for (let ahead = 0; ahead < 3; ahead++) expect(meter.take(grantOf(1), 'preview')).toBe(0);
    for (let turned = 0; turned < 112; turned++) {
      wait(0.25);
      expect(meter.take(grantOf(1), 'preview')).toBe(0);
    }
  });

  test('adds the counts of several processes', async () => {
    const { id } = await buildUser(testApp);
    for (const { meter } of [buildMeter(), buildMeter()]) {
      for (let fetched = 0; fetched < 5; fetched++) meter.take(grantOf(id), 'preview');
      // Nobody has this number, and the others are counted all the same.
      meter.take(grantOf(2_000_000_000), 'preview');
      await meter.flush();
    }
    const row = await eventually(
      () =>
        testApp.context.db
          .selectFrom('previewCounts')
          .select(['day', 'previews'])
          .where('userId', '=', id)
          .executeTakeFirst(),
      'the counts',
    );
    expect(row).toMatchObject({ day: '2026-11-14', previews: 10 });
  });
});
