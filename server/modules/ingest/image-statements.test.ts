import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually } from '#server/testing/factories.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { tusUploads } from '#server/testing/uploads.ts';

/** Taking a job and completing it are two more statements. How often idle workers ask for jobs depends on the time. */
const MAX_STATEMENTS = 15 - 2;
const OF_WORKERS = /WITH\s+(next|results)\s+AS|^\s*select queue from unnest/;
/** Settings are read again every two seconds at most, so several frames share a reading. */
const OF_SETTINGS = /from "site_settings"/;

const testApp = startTestApp({ FACES: 'off' });
const query = pg.Client.prototype.query;
const statements: string[] = [];
let watcher: pg.Client;

beforeAll(async () => {
  watcher = new pg.Client({ connectionString: testApp.url });
  await watcher.connect();
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config] = args as [string | { text?: string }];
    const text = typeof config === 'string' ? config : (config.text ?? '');
    if (this !== watcher && !OF_WORKERS.test(text) && !OF_SETTINGS.test(text)) statements.push(text);
    return Reflect.apply(query, this, args);
  } as typeof query;
});

afterAll(async () => {
  pg.Client.prototype.query = query;
  await watcher.end();
});

async function countCompletedJobs(): Promise<number> {
  const { rows } = await watcher.query<{ jobs: string }>(
    "select count(*) as jobs from pgboss.job where name = 'images.image-ready' and state = 'completed'",
  );
  return Number(rows[0]?.jobs);
}

test('a frame takes at most 15 statements from its first byte until it is filed and shown', async () => {
  const address = await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  const staff = await buildUser(testApp, { role: 'customer_support' });
  const event = await buildEvent(testApp, {});
  const album = await buildAlbum(testApp, {
    eventId: event.id,
    plannedAt: new Date('2026-11-14T18:00:00Z'),
  });
  const { body: batch } = await testApp.call(ingestEndpoints.openBatch, {
    token: staff.token,
    body: { event: event.id, album: null, total_files: 3 },
  });
  const uploads = tusUploads(
    () => address,
    () => ({ authorization: `Bearer ${staff.token}` }),
  );
  const counts: string[][] = [];
  for (const number of [1, 2, 3]) {
    const photo = await makePhoto({
      width: 600 + number,
      height: 400,
      takenAt: '2026:11:14 12:01:30',
      serial: 'A1',
    });
    statements.length = 0;
    const path = await uploads.begin(batch.id, photo.length, `IMG_${number}.JPG`);
    expect((await uploads.patch(path, 0, photo)).status).toBe(204);
    await eventually(async () => ((await countCompletedJobs()) === number ? true : undefined), 'the frame');
    counts.push([...statements]);
  }
  // The first frame of a camera and of an album does more.
  for (const ofFrame of counts.slice(1)) {
    expect(ofFrame.length, ofFrame.join('\n')).toBeLessThanOrEqual(MAX_STATEMENTS);
    expect(ofFrame.length).toBeGreaterThan(5);
  }
  const { rows } = await watcher.query('select images_count from albums where id = $1', [album.id]);
  expect(rows).toEqual([{ images_count: 3 }]);
});
