import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { PASS_ENDED } from '#contract/endpoints/passes.ts';
import { takeFolder } from '#server/modules/ingest/ingest-folder.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildPass } from '#server/testing/passes.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { readPassAddress, startPassRun } from './pass-run.ts';

const app = startTestApp();
let origin = '';

beforeAll(async () => {
  origin = await app.app.listen({ host: '127.0.0.1', port: 0 });
});

const signal = new AbortController().signal;

test('a folder is uploaded by a pass, with the result of every file and the name of its photographer', async () => {
  const event = await buildEvent(app, { timeZone: 'UTC' });
  await buildAlbum(app, { eventId: event.id, plannedAt: new Date('2026-11-14T14:00:00Z') });
  const { token } = await buildPass(app, event.id, 'Ana Lopez');
  const folder = mkdtempSync(join(tmpdir(), 'encore-pass-'));
  const photo = await makePhoto({ takenAt: '2026:11:14 14:05:00' });
  await writeFile(join(folder, 'a.jpg'), photo);
  await writeFile(join(folder, 'again.jpg'), photo);
  await writeFile(join(folder, 'b.jpg'), await makePhoto());
  await writeFile(join(folder, 'c.jpg'), 'not a photo');
  const report = await takeFolder((files) => startPassRun({ origin, token }, { files }), {
    folder,
    signal,
    onChange: () => undefined,
  });
  expect(report).toMatchObject({ filed: 1, unsorted: 1, duplicates: 1, waiting: 0 });
  expect(report.failed).toEqual([
    { path: join(folder, 'c.jpg'), reason: expect.stringContaining('not a picture') },
  ]);
  const images = await app.context.db
    .selectFrom('images')
    .select('photographer')
    .where('eventId', '=', event.id)
    .where('state', '=', 'ready')
    .execute();
  expect(images).toEqual([{ photographer: 'Ana Lopez' }, { photographer: 'Ana Lopez' }]);
});

test('a pass that does not work says so before anything is sent', async () => {
  await expect(startPassRun({ origin, token: 'wrong' }, { files: 1 })).rejects.toThrow(PASS_ENDED);
});

test.each([
  ['https://photos.test/pass/abc_DEF-123', { origin: 'https://photos.test', token: 'abc_DEF-123' }],
  ['http://127.0.0.1:4000/pass/abc/', { origin: 'http://127.0.0.1:4000', token: 'abc' }],
  ['https://photos.test/cockpit/abc', undefined],
  ['ftp://photos.test/pass/abc', undefined],
  ['abc', undefined],
])('%s is read as the address of a pass', (text, expected) => {
  expect(readPassAddress(text)).toEqual(expected);
});
