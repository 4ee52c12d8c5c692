// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { ReportInReview } from '#contract/endpoints/moderation.ts';
import { moderationEndpoints } from '#contract/endpoints/moderation.ts';
import { answer } from '#web/testing/answers.ts';
import { buildReport, HOUR_MS } from '#web/testing/demo-reports.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { openSite } from '#web/testing/render-site.tsx';

const staff = buildUser({ type: 'customer_support' });

const report = (id: number) =>
  buildReport(
    { id, image: 100 + id, created: new Date(Date.now() - (10 - id) * HOUR_MS) },
    {
      user: 9,
      type: 'privacy',
      memo: `Memo ${id}`,
      album_name: 'Star Athletics Comets',
      photo: { file_name: `FILE_${id}.JPG`, is_hidden: true, faces: 2 },
    },
  );

let waiting: ReportInReview[];
let sent: unknown[];

function openReview(address = '/admin/report-photo-review') {
  openSite(address, staff, [
    answer(moderationEndpoints.listReportedPhotos, () => [...waiting].reverse()),
    answer(moderationEndpoints.acknowledgeReport, ({ body }) => {
      sent.push(body);
      const { image, removed } = body;
      waiting = waiting.filter((entry) => entry.image !== image);
      return [{ ...report(image - 100), ack: true, removed, acknowledged_at: new Date().toISOString() }];
    }),
    answer(moderationEndpoints.acknowledgeReports, ({ body }) => {
      sent.push(body);
      const { images, removed } = body;
      const [refused = 0, ...settled] = images;
      waiting = waiting.filter((entry) => !settled.includes(entry.image));
      return {
        done: settled,
        reports: settled.map((image) => ({ ...report(image - 100), ack: true, removed })),
        refused: [{ id: refused, reason: 'Someone else has already decided this one.' }],
      };
    }),
    answer(moderationEndpoints.reopenReports, ({ body }) => {
      sent.push(body);
      const reports = body.images.map((image) => report(image - 100));
      waiting = [...reports, ...waiting];
      return { done: body.images, reports, refused: [] };
    }),
  ]);
}

beforeEach(() => {
  waiting = [report(1), report(2), report(3)];
  sent = [];
  giveElementsASize();
});

const press = (key: string) => fireEvent.keyDown(document.body, { key });

test('photos are kept by K, removed by R after one question, and a decision is undone by U', async () => {
  openReview();
  expect(await screen.findByText('1 of 3')).toBeTruthy();
  press('k');
  expect(await screen.findByText('2 of 3')).toBeTruthy();
  press('r');
  expect(await screen.findByText('Remove this photo?')).toBeTruthy();
  expect(sent).toEqual([{ image: 101, removed: false }]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('3 of 3')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  press('u');
  await waitFor(() =>
    expect(sent).toEqual([{ image: 101, removed: false }, { image: 102, removed: true }, { images: [102] }]),
  );
  expect(await screen.findByRole('img', { name: /FILE_2/ })).toBeTruthy();
});

test('J goes on and L goes back, and nothing is decided', async () => {
  openReview();
  await screen.findByText('1 of 3');
  press('j');
  expect(await screen.findByText('2 of 3')).toBeTruthy();
  press('l');
  expect(await screen.findByText('1 of 3')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('an empty queue says so', async () => {
  waiting = [];
  openReview();
  expect((await screen.findAllByText('All caught up')).length).toBeGreaterThan(0);
});

test('several are selected by X and Shift, removed after one question and undone by one U', async () => {
  openReview();
  await screen.findByText('1 of 3');
  press('x');
  press('j');
  await screen.findByText('2 of 3');
  press('j');
  await screen.findByText('3 of 3');
  fireEvent.keyDown(document.body, { key: 'X', shiftKey: true });
  expect(await screen.findByRole('toolbar', { name: 'Selected photos' })).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'R', shiftKey: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove 3 photos' }));
  expect(await screen.findByText('2 photos removed for everyone')).toBeTruthy();
  expect(screen.getByText('FILE_1.JPG: Someone else has already decided this one.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected photos' })).toBeNull());
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  press('u');
  expect(await screen.findByText('Undone for 2 photos')).toBeTruthy();
  expect(sent).toEqual([{ images: [101, 102, 103], removed: true }, { images: [102, 103] }]);
});

test('the address filters the photos, and invalid values are ignored', async () => {
  openReview('/admin/report-photo-review?q=memo+2&sort=upwards&type=nonsense&event=x');
  expect(await screen.findByText('1 of 1')).toBeTruthy();
  expect(screen.getByRole('img', { name: /FILE_2/ })).toBeTruthy();
});

test('a filter without a match can be cleared', async () => {
  openReview('/admin/report-photo-review?type=quality');
  fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('1 of 3')).toBeTruthy();
});
