// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Pass, type PassPhoto, passEndpoints } from '#contract/endpoints/passes.ts';
import { answer, answerCalls, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import { buildImage } from '#web/testing/demo-albums.ts';
import { renderSite } from '#web/testing/render-site.tsx';

const COUNTS = {
  received: 0,
  published: 1,
  filed: 0,
  unsorted: 1,
  rejected: 0,
  hidden: 0,
  clock: 0,
  failed: 0,
};
const PASS: Pass = {
  photographer: 'Ana Lopez',
  event: {
    name: 'Harbor Open',
    venue_name: 'Arena North',
    city: 'Austin',
    state: 'TX',
    start_date: '2026-11-14',
    time_zone: 'America/Chicago',
  },
  ends_on: '2090-01-01',
  files_left: 19_998,
  counts: COUNTS,
  camera: null,
};
const frame = (id: number, change: Partial<PassPhoto>): PassPhoto => ({
  ...buildImage(id),
  file_name: `IMG_${id}.JPG`,
  state: 'published',
  doubt: null,
  reason: null,
  album: null,
  ...change,
});
const FRAMES = [
  frame(12, { state: 'unsorted', doubt: 'outside_schedule' }),
  frame(11, { album: 'Northshore Elite Royals' }),
];

test('a photographer without an account sees their event, what became of their photos, and their statement', async () => {
  const fetches = answerCalls(
    answer(passEndpoints.openPass, PASS),
    answer(passEndpoints.listPassPhotos, { frames: FRAMES, next: null, auth: 'a.b.c' }),
    answer(passEndpoints.passStatement, {
      frames: 2,
      published: 1,
      sold: 1,
      revenue: 1_330,
      refunds: 0,
      commission_rate_basis_points: 2_500,
      commission: 333,
    }),
  );
  renderSite('/pass/secret-1');
  expect(await screen.findByRole('heading', { name: 'Harbor Open' })).toBeTruthy();
  expect(screen.getByText(/pass for Ana Lopez/)).toBeTruthy();
  expect(screen.getByText(/19,998 more/)).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: /Your photos/ }));
  const photos = await screen.findByRole('list', { name: 'Your photos' });
  expect(within(photos).getByText('Outside the running order')).toBeTruthy();
  expect(within(photos).getByText('Northshore Elite Royals')).toBeTruthy();
  const address = within(photos).getByRole('img', { name: 'IMG_11.JPG' }).getAttribute('src') ?? '';
  expect(address).toContain('/pass/pictures/11.thumb?auth=');
  expect(address).not.toContain('secret-1');
  fireEvent.click(screen.getByRole('tab', { name: 'Statement' }));
  expect(await screen.findByText('$3.33')).toBeTruthy();
  expect(bodiesSentTo(fetches, passEndpoints.passStatement)).toEqual([{ token: 'secret-1' }]);
});

test('the photos can be limited to one state', async () => {
  const fetches = answerCalls(
    answer(passEndpoints.openPass, PASS),
    answer(passEndpoints.listPassPhotos, { frames: FRAMES, next: null, auth: 'a.b.c' }),
  );
  renderSite('/pass/secret-1?tab=photos');
  fireEvent.click(await screen.findByRole('combobox', { name: 'Show photos' }));
  const unsorted = await screen.findByRole('option', { name: 'Needs sorting (1)' });
  fireEvent.pointerDown(unsorted);
  fireEvent.click(unsorted);
  await expect
    .poll(() => bodiesSentTo(fetches, passEndpoints.listPassPhotos).at(-1))
    .toEqual({
      token: 'secret-1',
      state: 'unsorted',
    });
});

test('an ended pass says so', async () => {
  answerCalls(answer(passEndpoints.openPass, errorAnswer(404, 'not_found')));
  renderSite('/pass/secret-1');
  expect(await screen.findByText('This pass no longer works')).toBeTruthy();
});

test('a photographer connects a camera, sees what arrives, and gets a new password', async () => {
  const camera = {
    host: 'in.encore.example',
    port: 2121,
    user: 'camera7',
    password: 'maple7river2',
    last_photo_at: new Date().toISOString(),
    received_today: 212,
  };
  const fetches = answerCalls(
    answer(passEndpoints.openPass, { ...PASS, camera }),
    answer(passEndpoints.listPassPhotos, { frames: FRAMES, next: null, auth: 'a.b.c' }),
    answer(passEndpoints.renewCameraPassword, { ...PASS, camera: { ...camera, password: 'otter4lemon9' } }),
  );
  renderSite('/pass/secret-1?tab=camera');
  expect(await screen.findByText(/Last photo (now|\d+ seconds? ago)/)).toBeTruthy();
  expect(screen.getByText('212')).toBeTruthy();
  expect(screen.getByText('in.encore.example')).toBeTruthy();
  expect(screen.getByText('maple7river2')).toBeTruthy();
  expect(await screen.findByRole('img', { name: 'IMG_11.JPG' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Sony' }));
  expect(screen.getByText(/Secure Protocol/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /Get a new password/ }));
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Get a new password' }));
  expect(await screen.findByText('otter4lemon9')).toBeTruthy();
  expect(bodiesSentTo(fetches, passEndpoints.renewCameraPassword)).toEqual([{ token: 'secret-1' }]);
});
