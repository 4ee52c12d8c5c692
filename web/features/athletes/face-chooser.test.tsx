// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FaceChooser, pickFace, type SeenFace, TAP_RADIUS_PX } from './face-chooser.tsx';

const faceInFractions = (x: number, problem: SeenFace['problem'] = null): SeenFace => ({
  x,
  y: 0.4,
  width: 0.1,
  height: 0.2,
  problem,
});
const FACES = [faceInFractions(0.1), faceInFractions(0.5), faceInFractions(0.8, 'too_small')];

function show() {
  const choose = vi.fn();
  render(<FaceChooser address="blob:photo" faces={FACES} name="Maya" onChoose={choose} />);
  const picture = screen.getByTestId('faces');
  picture.getBoundingClientRect = () => new DOMRect(0, 0, 400, 200);
  return {
    choose,
    tap: (clientX: number, clientY: number) => fireEvent.click(picture, { clientX, clientY }),
  };
}

test('a tap beside a face selects it, and only a yes sends it', () => {
  const { choose, tap } = show();
  tap(190, 150);
  expect(screen.getByRole('button', { name: 'Face 2 of 3' }).getAttribute('aria-pressed')).toBe('true');
  expect(document.activeElement?.textContent).toBe('Is this Maya?');
  expect(choose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Yes, use this face' }));
  expect(choose).toHaveBeenCalledExactlyOnceWith(FACES[1]);
});

test('a no leaves the choice open', () => {
  const { choose, tap } = show();
  tap(60, 100);
  fireEvent.click(screen.getByRole('button', { name: 'No' }));
  expect(screen.queryByText('Is this Maya?')).toBeNull();
  expect(screen.getByRole('button', { name: 'Face 1 of 3' }).getAttribute('aria-pressed')).toBe('false');
  expect(choose).not.toHaveBeenCalled();
});

test('a face that is too small is gray before the tap, and a tap says why', () => {
  const { tap } = show();
  const small = screen.getByRole('button', { name: 'Face 3 of 3, too small' });
  expect(small.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('status').textContent).toBe('Gray faces are too small or too blurry.');
  tap(340, 100);
  expect(screen.getByRole('status').textContent).toContain('This face is too small');
  expect(screen.queryByText('Is this Maya?')).toBeNull();
});

test('the keyboard chooses a face and zooms', () => {
  const { choose } = show();
  fireEvent.click(screen.getByRole('button', { name: 'Face 1 of 3' }));
  expect(screen.getByText('Is this Maya?')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(screen.getByTestId('faces').style.width).toBe('200%');
  expect(screen.getByRole('region', { name: 'The photo you sent' }).tabIndex).toBe(0);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Zoom out' }).disabled).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Yes, use this face' }));
  expect(choose).toHaveBeenCalledExactlyOnceWith(FACES[0]);
});

test('a tap far from every face asks for another', () => {
  const { tap } = show();
  tap(390, 0);
  expect(screen.getByRole('status').textContent).toContain('No face here');
});

const SHOWN = { width: 400, height: 200 };
const faceAt = (x: number, y: number, side = 40, problem: SeenFace['problem'] = null): SeenFace => ({
  x: x / SHOWN.width,
  y: y / SHOWN.height,
  width: side / SHOWN.width,
  height: side / SHOWN.height,
  problem,
});
const tapAt = (x: number, y: number, faces: SeenFace[], canZoom = true) =>
  pickFace(faces, { tap: { x, y }, shown: SHOWN, canZoom });

const PAIR = [faceAt(100, 50), faceAt(200, 50)];

test.each([
  ['inside a face', 110, 60, 0],
  ['beside it', 95, 95, 0],
  ['between two faces, nearer to the right one', 180, 70, 1],
  ['exactly between them, the first', 170, 70, 0],
])('a tap %s chooses the nearest', (_where, x, y, index) => {
  expect(tapAt(x, y, PAIR)).toEqual({ kind: 'face', index });
});

test('a tap up to the radius counts, one farther away does not', () => {
  expect(tapAt(240 + TAP_RADIUS_PX, 70, PAIR)).toEqual({ kind: 'face', index: 1 });
  expect(tapAt(241 + TAP_RADIUS_PX, 70, PAIR)).toEqual({ kind: 'nothing' });
  expect(tapAt(10, 10, [])).toEqual({ kind: 'nothing' });
});

test('overlapping faces are told apart by their middles', () => {
  const overlapping = [faceAt(100, 50, 60), faceAt(130, 50, 60)];
  expect(tapAt(140, 80, overlapping)).toEqual({ kind: 'face', index: 0 });
  expect(tapAt(152, 80, overlapping)).toEqual({ kind: 'face', index: 1 });
});

test('a face that cannot be used is named, not chosen, and does not hide a nearer one', () => {
  const faces = [faceAt(100, 50, 40, 'too_small'), faceAt(200, 50)];
  expect(tapAt(120, 70, faces)).toEqual({ kind: 'unusable', index: 0 });
  expect(tapAt(190, 70, faces)).toEqual({ kind: 'face', index: 1 });
});

test('small faces side by side are zoomed in before one is chosen', () => {
  const crowd = [faceAt(100, 50, 16), faceAt(120, 50, 16)];
  expect(tapAt(118, 58, crowd)).toEqual({ kind: 'zoom' });
  expect(tapAt(118, 58, crowd, false)).toEqual({ kind: 'face', index: 1 });
  expect(tapAt(108, 58, [faceAt(100, 50, 16)])).toEqual({ kind: 'face', index: 0 });
});
