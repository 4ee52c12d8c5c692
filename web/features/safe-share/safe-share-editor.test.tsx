// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type SafeCopy, type SafePhoto, safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import { answer, answerCalls } from '#web/testing/answers.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { SafeShareEditor } from './safe-share-editor.tsx';

const box = { x: 0.2, y: 0.3, width: 0.05, height: 0.08 };
const PHOTO: SafePhoto = {
  image: { id: 7, width: 1600, height: 1067, captured_at: null, placeholder: null },
  rotation: 90,
  folder: '6f1b3c1e-0d6a-4a59-9d0c-3f1f6f1b3c1e',
  auth: 'token',
  is_searched: true,
  faces: [
    { box, athlete: null, is_forced: false },
    { box: { ...box, x: 0.5 }, athlete: 'Maya', is_forced: false },
    { box: { ...box, x: 0.8 }, athlete: null, is_forced: true },
  ],
  team: 'Star Athletics Comets',
  event: 'Winter Classic',
  sponsor_event: null,
};

function open(photo: SafePhoto = PHOTO) {
  const orders: SafeCopy[] = [];
  answerCalls(
    answer(safeShareEndpoints.getSafePhoto, photo),
    answer(safeShareEndpoints.makeSafeCopy, ({ body }) => {
      orders.push(body as SafeCopy);
      return {};
    }),
  );
  const shared: File[] = [];
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ files = [] }: ShareData) => void shared.push(...files),
  });
  renderPart(<SafeShareEditor imageId={7} onClose={() => undefined} />);
  return { orders, shared };
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));

test('every face is a numbered button that says whether it is covered', async () => {
  open();
  expect((await button('Face 1, covered')).getAttribute('aria-pressed')).toBe('true');
  expect((await button('Maya, visible')).getAttribute('aria-pressed')).toBe('false');
  expect((await button('Face 3, always covered')).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('status').textContent).toContain('2 faces covered.');
  await press('Face 1, covered');
  await button('Face 1, visible');
  await press('Undo');
  await button('Face 1, covered');
});

test('keys resize, move and remove covers', async () => {
  open();
  await press('Add a cover');
  const cover = await button('Your cover 4');
  const { width, left } = cover.style;
  fireEvent.keyDown(cover, { key: '+' });
  expect(Number.parseFloat(cover.style.width)).toBeGreaterThan(Number.parseFloat(width));
  fireEvent.keyDown(cover, { key: 'ArrowRight' });
  expect(cover.style.left).not.toBe(left);
  fireEvent.keyDown(cover, { key: 'Delete' });
  expect(screen.queryByRole('button', { name: 'Your cover 4' })).toBeNull();
});

test('dragging on the photo adds a cover', async () => {
  open();
  const sheet = await screen.findByTestId('cover-sheet');
  sheet.getBoundingClientRect = () => new DOMRect(0, 0, 800, 533);
  const at = (clientX: number, clientY: number) => ({ pointerId: 1, clientX, clientY });
  fireEvent.pointerDown(sheet, at(100, 100));
  fireEvent.pointerMove(sheet, at(103, 100));
  fireEvent.pointerUp(sheet, at(103, 100));
  expect(screen.queryByRole('button', { name: 'Your cover 4' })).toBeNull();
  fireEvent.pointerDown(sheet, at(100, 100));
  fireEvent.pointerMove(sheet, at(140, 100));
  fireEvent.pointerUp(sheet, at(140, 100));
  await button('Your cover 4');
});

test('a drag that ends on a face adds a cover there and leaves the face as it was', async () => {
  open();
  const face = await button('Face 1, covered');
  const sheet = await screen.findByTestId('cover-sheet');
  sheet.getBoundingClientRect = () => new DOMRect(0, 0, 800, 533);
  const at = (clientX: number) => ({ pointerId: 1, clientX, clientY: 180, detail: 1 });
  fireEvent.pointerDown(face, at(170));
  fireEvent.pointerMove(face, at(195));
  fireEvent.pointerUp(face, at(195));
  fireEvent.click(face, at(195));
  await button('Your cover 4');
  await button('Face 1, covered');
  fireEvent.pointerDown(face, at(170));
  fireEvent.pointerUp(face, at(170));
  fireEvent.click(face, at(170));
  await button('Face 1, visible');
});

test('the phone’s share sheet gets the copy with what is covered, and the same order is made once', async () => {
  const { orders, shared } = open();
  await press('9:16');
  await press('Team color');
  await press('Share');
  await waitFor(() => expect(shared).toHaveLength(1));
  expect(shared[0]?.type).toBe('image/jpeg');
  expect(orders).toEqual([
    {
      rotation: 90,
      covers: [PHOTO.faces[0]?.box, PHOTO.faces[2]?.box],
      visible: [PHOTO.faces[1]?.box],
      style: 'shape',
      ratio: '9:16',
      team_frame: true,
      sponsor_frame: false,
    },
  ]);
  await press('Share');
  await waitFor(() => expect(shared).toHaveLength(2));
  expect(orders).toHaveLength(1);
});

test('where nobody searched for faces, the parent is asked to cover by hand', async () => {
  open({ ...PHOTO, is_searched: false, faces: [] });
  expect(await screen.findByText(/Drag over each one to cover it/)).toBeTruthy();
});
