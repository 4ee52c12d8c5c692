// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SentBody } from '#contract/endpoint.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { moderationEndpoints } from '#contract/endpoints/moderation.ts';
import { answer, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import { buildFoundAlbum, buildImage } from '#web/testing/demo-albums.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { openSite } from '#web/testing/render-site.tsx';

type Sent = SentBody<typeof moderationEndpoints.reportPhoto>;

const IMAGES = [buildImage(11), buildImage(12)];

function openPhoto({ isStaffFirst = false, isBroken = false, reported = [] as number[] } = {}) {
  const user = buildUser();
  const found = buildFoundAlbum(3, { owned: true });
  const known = new Set(reported);
  const { fetches, router } = openSite('/events/5/album/3?photo=11', user, [
    answer(foundAlbumEndpoints.myAlbums, { found: [], owned: [found], owned_images: [] }),
    answer(catalogueEndpoints.getAlbum, {
      ...found.album,
      events: [found.event],
      images: IMAGES,
      temp_jwt: 'token',
    }),
    answer(moderationEndpoints.listMyReports, () => [...known].map((image) => ({ image }))),
    answer(moderationEndpoints.reportPhoto, ({ body }) => {
      if (isBroken) return errorAnswer(429, 'too_many_requests', 'Please wait a moment.');
      known.add(body.image);
      const state = { ack: false, removed: false, staff_first: isStaffFirst };
      return { ...body, ...state, id: 1, created_at: '2026-11-01T10:00:00.000Z' };
    }),
  ]);
  const sent = (): Sent[] => bodiesSentTo(fetches, moderationEndpoints.reportPhoto);
  return { router, sent };
}

async function openSheet() {
  fireEvent.click(await screen.findByRole('button', { name: 'Report this photo' }));
  return within(await screen.findByRole('dialog', { name: 'Report this photo' }));
}

test('nothing is preselected, and nothing is sent until a kind is chosen', async () => {
  const { sent } = openPhoto();
  const sheet = await openSheet();
  const kinds = sheet.getAllByRole<HTMLInputElement>('radio');
  expect(kinds.map(({ checked }) => checked)).toEqual([false, false, false, false]);
  fireEvent.click(sheet.getByRole('button', { name: 'Send report' }));
  expect(sheet.getByRole('alert').textContent).toBe('Choose what’s wrong.');
  expect(sent()).toEqual([]);
});

test.each([
  ['Quality', 'quality', false],
  ['Wrong album', 'wrong_album', false],
  ['Something else', 'other', false],
  ['Privacy', 'privacy', true],
])('a report (%s) that hides nothing leaves the photo open and marked', async (label, type, isStaffFirst) => {
  const { sent, router } = openPhoto({ isStaffFirst });
  expect(await screen.findByText('1', { exact: false, selector: 'p[aria-live]' })).toBeTruthy();
  expect(screen.queryByText('You reported this')).toBeNull();
  const sheet = await openSheet();
  fireEvent.click(sheet.getByRole('radio', { name: new RegExp(label) }));
  fireEvent.click(sheet.getByRole('button', { name: 'Send report' }));
  expect(await screen.findByText('You reported this', { selector: '[role=status]' })).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Report this photo' })).toBeNull();
  expect(screen.getByRole('dialog', { name: /^Photo 1 of 2/ })).toBeTruthy();
  expect(router.state.location.search).toEqual({ photo: '11' });
  expect(sent()).toMatchObject([{ image: 11, album: 3, type, memo: '' }]);
});

test('a privacy report hides the photo at once', async () => {
  openPhoto();
  const sheet = await openSheet();
  fireEvent.click(sheet.getByRole('radio', { name: /Privacy/ }));
  fireEvent.click(sheet.getByRole('button', { name: 'Send report' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await screen.findAllByRole('button', { name: 'All 1' })).length).toBeGreaterThan(0);
});

test('a photo reported earlier says so when it is opened', async () => {
  openPhoto({ reported: [11] });
  expect(await screen.findByText('You reported this', { selector: '[role=status]' })).toBeTruthy();
});

test('a report that fails says why and marks nothing', async () => {
  openPhoto({ isBroken: true });
  const sheet = await openSheet();
  fireEvent.click(sheet.getByRole('radio', { name: /Quality/ }));
  fireEvent.click(sheet.getByRole('button', { name: 'Send report' }));
  expect(await sheet.findByText('Please wait a moment.')).toBeTruthy();
  expect(screen.queryByText('You reported this')).toBeNull();
});

test('the open photo has its own bug button and menu, and both open above it', async () => {
  openPhoto();
  const photo = within(await screen.findByRole('dialog', { name: /^Photo 1 of 2/ }));
  fireEvent.click(photo.getByRole('button', { name: 'Report a bug' }));
  const bug = await screen.findByRole('dialog', { name: 'Report a bug' });
  const field = within(bug).getByLabelText('What happened?');
  field.focus();
  fireEvent.keyDown(field, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(field);
  fireEvent.click(within(bug).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Report a bug' })).toBeNull());
  fireEvent.click(photo.getByRole('button', { name: 'Menu' }));
  const menu = await screen.findByRole('dialog', { name: 'Dana Kim' });
  expect(within(menu).getByRole('link', { name: 'Purchases' })).toBeTruthy();
  fireEvent.click(within(menu).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Dana Kim' })).toBeNull());
  expect(screen.getByRole('dialog', { name: /^Photo 1 of 2/ })).toBeTruthy();
});
