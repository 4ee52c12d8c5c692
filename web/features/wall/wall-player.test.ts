import { expect, test } from 'vitest';
import type { WallPhoto } from '#contract/endpoints/wall.ts';
import { EMPTY_WALL, nextPhoto, playWall, type Shown, type WallState, type WallStep } from './wall-player.ts';

const photo = (id: number): WallPhoto => ({ id, width: 3, height: 2, placeholder: null, team: `Team ${id}` });
const polled = (...ids: number[]): WallStep => ({ kind: 'polled', photos: ids.map(photo), auth: 'key' });
const play = (state: WallState, ...steps: WallStep[]) => steps.reduce(playWall, state);
const load = (state: WallState) => playWall(state, { kind: 'loaded', key: state.coming?.key ?? 0 });

test('the first photo loads with the first answer, and the next one at its turn', () => {
  const first = load(play(EMPTY_WALL, polled(2, 1)));
  expect(first).toMatchObject({ front: { photo: { id: 2 } }, coming: undefined });
  const second = play(first, { kind: 'turn' });
  expect(second).toMatchObject({ front: { photo: { id: 2 } }, coming: { photo: { id: 1 } } });
  expect(load(second).front?.photo.id).toBe(1);
});

test('a photo that was taken down leaves at once and the next one comes', () => {
  const before = load(play(EMPTY_WALL, polled(2, 1)));
  expect(play(before, polled(1))).toMatchObject({ front: undefined, coming: { photo: { id: 1 } } });
  expect(play(before, polled())).toMatchObject({ front: undefined, coming: undefined });
});

test('a picture that does not load is left out, and the one on the screen stays', () => {
  const before = play(load(play(EMPTY_WALL, polled(2, 1))), { kind: 'turn' });
  const after = play(before, { kind: 'broken', key: before.coming?.key ?? 0 });
  expect(after).toMatchObject({ front: { photo: { id: 2 } }, coming: undefined });
});

test('an address stays the same while its slide is shown', () => {
  const before = load(play(EMPTY_WALL, polled(1)));
  const after = playWall(before, { kind: 'polled', photos: [photo(1)], auth: 'another key' });
  expect(after.front?.address).toBe(before.front?.address);
});

const photosOf = (...ids: number[]) => ids.map((id) => ({ id }));

function showRounds(rounds: number, photosAt: (round: number) => { id: number }[]) {
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
  expect(showRounds(7, () => photosOf(3, 2, 1)).seen).toEqual([3, 2, 1, 3, 2, 1, 3]);
});

test('shows a new photo before it goes on', () => {
  expect(showRounds(4, (round) => (round < 2 ? photosOf(3, 2, 1) : photosOf(4, 3, 2, 1))).seen).toEqual([
    3, 2, 4, 1,
  ]);
});

test('does not repeat a photo at once when the round starts over', () => {
  expect(showRounds(4, (round) => (round === 0 ? photosOf(1) : photosOf(1, 2))).seen).toEqual([1, 2, 1, 2]);
});

test('remembers no more than the wall has, however many photos pass', () => {
  const { shown } = showRounds(5_000, (round) => photosOf(round + 2, round + 1, round));
  expect(shown.size).toBeLessThanOrEqual(3);
});

test('shows nothing without photos, and a single one again and again', () => {
  expect(showRounds(2, () => []).seen).toEqual([undefined, undefined]);
  expect(showRounds(3, () => photosOf(9)).seen).toEqual([9, 9, 9]);
});
