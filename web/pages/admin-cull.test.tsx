// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { type CulledPhoto, cullingEndpoints, type PhotoAction } from '#contract/endpoints/culling.ts';
import { forgetQueue, resumeSaving, saving } from '#web/features/culling/save-queue.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { openSession } from '#web/lib/session.ts';
import { writeStored } from '#web/lib/storage.ts';
import {
  answer,
  answerCalls,
  errorAnswer,
  NETWORK_ERROR,
  type Reply,
  rawAnswer,
} from '#web/testing/answers.ts';
import {
  buildBurst,
  buildCulledPhoto,
  buildCullingAlbum,
  buildPhotoAction,
} from '#web/testing/demo-culling.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { openSite } from '#web/testing/render-site.tsx';

const staff = buildUser({ type: 'customer_support' });
type Cull = Reply<typeof cullingEndpoints.cullPhotos>;
type Sent = { key: string; action: string; images: number[]; keep?: number; undo?: string };

let photos: CulledPhoto[];
let sent: Sent[];
let actions: PhotoAction[];

/** The album as the page's list has it, still a draft. */
const DRAFT = { id: 7, event: 4, program_name: 'Northshore', team_name: 'Royals', published_at: null };

async function open(cull: Cull = ({ body }) => buildPhotoAction(body.key, body.action, body.images.length)) {
  const { router } = openSite('/admin/albums/7/cull', staff, [
    answer(catalogueEndpoints.listAdminAlbums, []),
    answer(catalogueEndpoints.getAlbum, rawAnswer(200, DRAFT)),
    answer(cullingEndpoints.listCulledPhotos, () => buildCullingAlbum(photos)),
    answer(cullingEndpoints.listPhotoActions, () => actions),
    answer(cullingEndpoints.cullPhotos, (call) => {
      sent.push(call.body);
      return typeof cull === 'function' ? cull(call) : cull;
    }),
    answer(cullingEndpoints.undoPhotoAction, () => buildPhotoAction('undone', 'reject', 1)),
  ]);
  await screen.findByRole('heading', { name: 'Northshore Royals' });
  return router;
}

const press = (key: string, options: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...options });
const counts = () => screen.getByRole('status', { name: 'Decisions' }).textContent ?? '';
const shown = () =>
  screen.getByRole('region', { name: 'Photo' }).querySelector('[aria-live]')?.textContent ?? '';

beforeEach(() => {
  photos = [buildCulledPhoto(1), buildCulledPhoto(2), buildCulledPhoto(3)];
  sent = [];
  actions = [];
  forgetQueue();
  giveElementsASize();
});

test('the keys work on arrival, decide and go on, and undo comes back to the photo', async () => {
  await open();
  press('k');
  expect(shown()).toContain('IMG_2.jpg');
  press('x');
  expect(shown()).toContain('IMG_3.jpg');
  expect(counts()).toContain('1 keep1 reject1 left');
  press('z', { ctrlKey: true });
  expect(shown()).toContain('IMG_2.jpg');
  expect(counts()).toContain('1 keep0 reject2 left');
  await waitFor(() => expect(saving.read().entries).toEqual([]));
  expect(sent.map(({ action, images }) => [action, ...images])).toEqual([
    ['keep', 1],
    ['reject', 2],
  ]);
});

test('the album is published from here with what is not rejected, once every decision is saved', async () => {
  await open();
  const published: unknown[] = [];
  answerCalls(
    answer(catalogueEndpoints.listAdminAlbums, [DRAFT] as never),
    answer(cullingEndpoints.listCulledPhotos, () => buildCullingAlbum(photos)),
    answer(cullingEndpoints.cullPhotos, ({ body }) => buildPhotoAction(body.key, body.action, 1)),
    answer(catalogueEndpoints.updateAlbum, ({ body }) => {
      published.push(body);
      return body.few_photos_ok ? (DRAFT as never) : errorAnswer(409, 'few_photos');
    }),
  );
  await act(() => queryClient.invalidateQueries({ queryKey: ['staff'] }));
  await screen.findByRole('button', { name: 'Publish 3' });
  press('x');
  press('p');
  expect(await screen.findByText(/still being saved/)).toBeTruthy();
  expect(published).toEqual([]);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Publish 2' });
  await waitFor(() => expect(button.disabled).toBe(false));
  press('p');
  fireEvent.click(await screen.findByRole('button', { name: 'Publish anyway' }));
  await waitFor(() =>
    expect(published).toEqual([{ published: true }, { published: true, few_photos_ok: true }]),
  );
});

test('one key keeps the sharpest of a burst and rejects the rest', async () => {
  photos = [...buildBurst(1, 5), buildCulledPhoto(9)];
  await open();
  expect(shown()).toContain('IMG_5.jpg, 1 of 2');
  press('b');
  expect(shown()).toContain('IMG_9.jpg');
  expect(counts()).toContain('1 keep4 reject1 left');
  await waitFor(() => expect(sent).toMatchObject([{ action: 'best', images: [1, 2, 3, 4, 5], keep: 5 }]));
});

test('M opens the search for an album, ready to type', async () => {
  await open();
  press('m');
  const search = await screen.findByRole('combobox', { name: 'Album to move to' });
  await waitFor(() => expect(document.activeElement).toBe(search));
});

test('a decision waits while the site cannot be reached, says so, and is sent again in order', async () => {
  let tries = 0;
  await open(({ body }) =>
    ++tries <= 1 ? (NETWORK_ERROR as never) : buildPhotoAction(body.key, body.action, 1),
  );
  press('x');
  press('k');
  await screen.findByText(/2 decisions not saved yet, trying again/);
  expect(counts()).toContain('1 keep1 reject1 left');
  await act(async () => window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(saving.read().entries).toEqual([]));
  expect(sent.map(({ action }) => action)).toEqual(['reject', 'reject', 'keep']);
  expect(sent[0]?.key).toBe(sent[1]?.key);
});

test('a refused decision is taken back and said', async () => {
  await open(errorAnswer(409, 'photos_sold', 'Somebody bought this photo') as never);
  press('x');
  await screen.findByText('Somebody bought this photo');
  await waitFor(() => expect(counts()).toContain('0 keep0 reject3 left'));
});

test('a sold album asks once and then goes on', async () => {
  await open(({ body }) =>
    body.sold_ok
      ? buildPhotoAction(body.key, body.action, 1)
      : (errorAnswer(409, 'album_sold', 'Sold', { owners: 2 }) as never),
  );
  press('x');
  fireEvent.click(await screen.findByRole('button', { name: 'Take them out' }));
  await waitFor(() => expect(saving.read().entries).toEqual([]));
  expect(counts()).toContain('0 keep1 reject2 left');
});

test('a sold album asks by its name after its page was left, and No drops only what takes its photos out', async () => {
  const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>();
  const router = await open(async ({ body }) => {
    await isLeft;
    return body.action === 'reject'
      ? (errorAnswer(409, 'album_sold', 'Sold', { owners: 2 }) as never)
      : buildPhotoAction(body.key, body.action, 1);
  });
  press('x');
  press('r');
  await act(() => router.navigate({ to: '/admin/price-lists' }));
  leave();
  await screen.findByText(/2 customers bought Northshore Royals and would lose these photos/);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(saving.read().entries).toEqual([]));
  expect(sent.map(({ action }) => action)).toEqual(['reject', 'rotate']);
});

test('decisions that a closed tab left behind are sent by the next one', async () => {
  const body = { key: '0d8f2d5e-0000-4000-8000-000000000001', action: 'reject', images: [2] };
  const entry = { albumId: 7, send: { body }, sets: [[2, 'rejected']], gone: [] };
  writeStored(`CULLING:other-tab:${staff.id}`, JSON.stringify([entry]));
  await open();
  resumeSaving();
  await waitFor(() => expect(sent).toEqual([body]));
  expect(Object.keys(localStorage).filter((key) => key.startsWith('CULLING'))).toEqual([]);
});

test('what a colleague decides meanwhile is told and shown', async () => {
  await open();
  photos = [buildCulledPhoto(1), buildCulledPhoto(2, { is_rejected: true }), buildCulledPhoto(3)];
  actions = [buildPhotoAction('theirs', 'reject', 1, false)];
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  expect(await screen.findByText('Dana Reyes: Rejected 1 photo', {}, { timeout: 6_000 })).toBeTruthy();
  await waitFor(() => expect(counts()).toContain('1 reject'));
});

test('a decision that waits is never sent in the name of the next person to log in', async () => {
  await open(NETWORK_ERROR as never);
  press('x');
  await screen.findByText(/1 decision not saved yet/);
  const before = sent.length;
  openSession({ jwt: 'token-2', user: buildUser({ type: 'customer_support', id: staff.id + 1 }) });
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(sent).toHaveLength(before);
  expect(
    localStorage.getItem(Object.keys(localStorage).find((key) => key.endsWith(`:${staff.id}`)) ?? ''),
  ).toContain('reject');
});

test('the large photo has no watermark, not even before it has arrived', async () => {
  photos = [buildCulledPhoto(1)];
  await open();
  const pictures = screen.getByRole('region', { name: 'Photo' }).querySelectorAll('img');
  expect(Array.from(pictures, ({ src }) => src).filter((src) => src.includes('.thumb'))).toEqual([]);
  expect(pictures.length).toBeGreaterThan(0);
});
