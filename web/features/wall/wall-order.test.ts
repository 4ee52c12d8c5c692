import { expect, test } from 'vitest';
import { nextPhoto, type Shown } from './wall-player.ts';

const photosOf = (...ids: number[]) => ids.map((id) => ({ id }));

function play(rounds: number, photosAt: (round: number) => { id: number }[]) {
  let shown: Shown = new Set();
  const seen: (number | undefined)[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const next = nextPhoto(photosAt(round), shown, seen.at(-1));
    shown = next.shown;
    seen.push(next.photo?.id);
  }
  return { seen, shown };
}

test('shows every photo once, newest first, then starts over', () => {
  expect(play(7, () => photosOf(3, 2, 1)).seen).toEqual([3, 2, 1, 3, 2, 1, 3]);
});

test('shows a new photo before it goes on', () => {
  expect(play(4, (round) => (round < 2 ? photosOf(3, 2, 1) : photosOf(4, 3, 2, 1))).seen).toEqual([
    3, 2, 4, 1,
  ]);
});

test('does not repeat a photo at once when the round starts over', () => {
  expect(play(4, (round) => (round === 0 ? photosOf(1) : photosOf(1, 2))).seen).toEqual([1, 2, 1, 2]);
});

test('remembers no more than the wall has, however many photos pass', () => {
  const { shown } = play(5_000, (round) => photosOf(round + 2, round + 1, round));
  expect(shown.size).toBeLessThanOrEqual(3);
});

test('shows nothing without photos, and a single one again and again', () => {
  expect(play(2, () => []).seen).toEqual([undefined, undefined]);
  expect(play(3, () => photosOf(9)).seen).toEqual([9, 9, 9]);
});
