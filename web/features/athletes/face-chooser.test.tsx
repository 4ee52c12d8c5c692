// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FaceChooser, type SeenFace } from './face-chooser.tsx';

const faceAt = (x: number, problem: SeenFace['problem'] = null): SeenFace => ({
  x,
  y: 0.4,
  width: 0.1,
  height: 0.2,
  problem,
});
const FACES = [faceAt(0.1), faceAt(0.5), faceAt(0.8, 'too_small')];

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

afterEach(cleanup);

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
