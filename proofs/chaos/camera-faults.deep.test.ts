import { afterAll, expect, test } from 'vitest';
import { buildEvent } from '#server/testing/catalogue-factories.ts';
import { ROUNDS_TIMEOUT } from '#server/testing/chaos.ts';
import { buildPass } from '#server/testing/passes.ts';
import { mountSmallDisk } from '#server/testing/small-disk.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { sendThroughFaults } from './camera-faults.ts';

/** `npm run chaos:cameras -- --frames 10000` sends more. */
const FRAMES = 60;
const CAMERAS = 4;
const disk = mountSmallDisk(64 * 1024 ** 2);
const app = startTestApp(disk ? { DATA_DIR: disk.folder } : {});
afterAll(() => disk?.remove());

test('every frame arrives once, whatever is cut, killed and full', { timeout: ROUNDS_TIMEOUT }, async () => {
  const { id: eventId } = await buildEvent(app);
  const passes = await Promise.all(
    Array.from({ length: CAMERAS }, (_, index) => buildPass(app, eventId, `Camera ${index}`)),
  );
  const verdict = await sendThroughFaults(
    { context: app.context, databaseUrl: app.url },
    { eventId, passIds: passes.map(({ id }) => id), frames: FRAMES, framesPerKill: 15, disk },
  );
  expect(verdict).toMatchObject({ lost: 0, doubled: 0 });
  expect(verdict.cuts).toBeGreaterThan(FRAMES / 10);
  expect(verdict.refusals).toBeGreaterThanOrEqual(verdict.cuts);
});
