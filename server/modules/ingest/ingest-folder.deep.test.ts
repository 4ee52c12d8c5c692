import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { eventually } from '#server/testing/factories.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { checkTarget, ingestFolder, type Progress } from './ingest-folder.ts';
import { watchFolder } from './watch-folder.ts';

const testApp = shareTestApp();
const newFolder = () => mkdtempSync(join(tmpdir(), 'encore-folder-'));

async function buildTarget() {
  const event = await buildEvent(testApp);
  await buildAlbum(testApp, { eventId: event.id, plannedAt: new Date('2026-11-14T18:00:00Z') });
  return { eventId: event.id, albumId: null };
}

const countImages = async (eventId: number) =>
  (await testApp.context.db.selectFrom('images').select('id').where('eventId', '=', eventId).execute())
    .length;

test('a folder is taken with the folders in it, reported honestly, and left as it was', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'card 2'));
  const inFullscreen = await makePhoto({ takenAt: '2026:11:14 12:03:00' });
  await writeFile(join(folder, 'a.jpg'), inFullscreen);
  await writeFile(join(folder, 'card 2', 'copy of a.jpg'), inFullscreen);
  await writeFile(join(folder, 'card 2', 'b.jpg'), await makePhoto());
  await writeFile(join(folder, 'notes.txt'), 'remember the flash');
  await writeFile(join(folder, 'cut.jpg'), (await makePhoto({ width: 900, height: 700 })).subarray(0, 3_000));
  await writeFile(join(folder, '.DS_Store'), 'x');
  const before = readdirSync(folder, { recursive: true });
  const seen: Progress[] = [];
  const report = await ingestFolder(testApp.context, {
    folder,
    target: await buildTarget(),
    onChange: (progress) => seen.push(progress),
    signal: new AbortController().signal,
  });
  expect(report).toMatchObject({ filed: 1, unsorted: 1, clock: 0, duplicates: 1, waiting: 0 });
  expect(report.failed.map(({ path }) => path).sort()).toEqual([
    join(folder, 'cut.jpg'),
    join(folder, 'notes.txt'),
  ]);
  expect(seen.at(-1)).toEqual({ done: 5, total: 5 });
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
  expect(readFileSync(join(folder, 'a.jpg')).equals(inFullscreen)).toBe(true);
  expect(
    readdirSync(join(testApp.context.config.dataDir, 'uploads')).filter((name) => name.includes('copy')),
  ).toEqual([]);
});

test('a wrong folder, event or album is one clear sentence', async () => {
  const target = await buildTarget();
  const job = { target, onChange: () => undefined, signal: new AbortController().signal };
  await expect(ingestFolder(testApp.context, { ...job, folder: '/no/such' })).rejects.toThrow('no folder');
  const stranger = await buildAlbum(testApp);
  await expect(checkTarget(testApp.context.db, { eventId: 2e9, albumId: null })).rejects.toThrow('no event');
  await expect(checkTarget(testApp.context.db, { ...target, albumId: stranger.id })).rejects.toThrow(
    'no album',
  );
});

test('a hot folder is followed: slow files when complete, known ones after a restart silently', async () => {
  const folder = newFolder();
  const target = await buildTarget();
  const first = await makePhoto({ takenAt: '2026:11:14 12:03:00' });
  await writeFile(join(folder, 'there already.jpg'), first);

  const follow = () => {
    const stop = new AbortController();
    const run = { done: 0, stop: () => stop.abort() };
    const onChange = ({ done }: Progress) => {
      run.done = done;
    };
    const options = { folder, target, onChange, signal: stop.signal, quietMs: 1_500 };
    return Object.assign(run, { ended: watchFolder(testApp.context, options) });
  };
  const run = follow();
  const slow = await makePhoto({ takenAt: '2026:11:14 12:04:00', width: 900, height: 700 });
  await mkdir(join(folder, 'camera 2'));
  const slowPath = join(folder, 'camera 2', 'slow.jpg');
  for (let offset = 0; offset < slow.length; offset += Math.ceil(slow.length / 5)) {
    await appendFile(slowPath, slow.subarray(offset, offset + Math.ceil(slow.length / 5)));
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  await eventually(async () => (run.done === 2 ? true : undefined), 'both files');
  run.stop();
  expect(await run.ended).toMatchObject({ filed: 2, duplicates: 0, failed: [] });

  const second = follow();
  cpSync(slowPath, join(folder, 'again.jpg'));
  await writeFile(join(folder, 'new.jpg'), await makePhoto({ takenAt: '2026:11:14 12:05:00' }));
  await eventually(async () => (second.done === 4 ? true : undefined), 'all files');
  expect(await countImages(target.eventId)).toBe(3);
  second.stop();
  expect(await second.ended).toMatchObject({ duplicates: 3, failed: [] });
});

test('a photo of a hot folder that did not fit on the disk is taken once there is room', async () => {
  const folder = newFolder();
  const target = await buildTarget();
  const stop = new AbortController();
  let progress: Progress | undefined;
  const { storage } = testApp.context;
  let fullTimes = 2;
  const fullAtFirst: typeof storage = {
    ...storage,
    async putFile(...file) {
      fullTimes -= 1;
      if (fullTimes >= 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      await storage.putFile(...file);
    },
  };
  await writeFile(join(folder, 'a.jpg'), await makePhoto({ takenAt: '2026:11:14 12:03:00' }));
  await writeFile(join(folder, 'notes.txt'), 'remember the flash');
  const ended = watchFolder(
    { ...testApp.context, storage: fullAtFirst },
    {
      folder,
      target,
      onChange: (now) => {
        progress = now;
      },
      signal: stop.signal,
      quietMs: 100,
    },
  );
  await eventually(async () => (await countImages(target.eventId)) || undefined, 'the photo');
  await eventually(async () => (progress?.done === 2 ? true : undefined), 'both files');
  expect(progress).toEqual({ done: 2, total: 2 });
  stop.abort();
  const { failed } = await ended;
  expect(failed.map(({ path }) => path)).toEqual([join(folder, 'notes.txt')]);
});
