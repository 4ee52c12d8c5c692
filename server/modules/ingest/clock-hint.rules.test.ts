import { expect, test } from 'vitest';
import { cameraOffset } from '#contract/endpoints/ingest.ts';
import { rounds } from '#server/testing/chaos.ts';
import { suggestOffset, type TakenImage } from './clock-hint.rules.ts';
import type { Slot } from './filing.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-11-14T14:00:00Z');
const EVENING = START + 14 * HOUR;

/** A small generator, so that every run sees the same days. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function planDay(random: () => number, { isRegular = false, teams = 120 } = {}): Slot[] {
  let plannedAtMs = START;
  return Array.from({ length: teams }, (_, index) => {
    const slot = { albumId: index + 1, plannedAtMs };
    const isBreak = !isRegular && random() < 0.05;
    plannedAtMs += isRegular
      ? 3 * MINUTE
      : Math.round(2.5 + random() * 3) * MINUTE + (isBreak ? 25 * MINUTE : 0);
    return slot;
  });
}

type Shooting = { teams: number; offsetMs: number; isLive?: boolean };

/** Photos from 35 seconds after the start of each of some successive performances on. */
function shoot(slots: readonly Slot[], random: () => number, { teams, offsetMs, isLive }: Shooting) {
  const first = Math.floor(random() * (slots.length - teams - 1));
  return slots.slice(first, first + teams).flatMap(({ plannedAtMs }): TakenImage[] =>
    Array.from({ length: 5 }, () => {
      const takenAt = plannedAtMs + 35_000 + random() * 75_000;
      return {
        cameraTimeMs: takenAt - offsetMs,
        receivedAtMs: isLive ? takenAt + 4_000 + random() * 20_000 : EVENING + random() * MINUTE,
      };
    }),
  );
}

const DAYS = Array.from({ length: rounds({ usually: 3, inChaos: 60 }) }, (_, seed) => seed + 1);
const suggestFor = (seed: number, day: Parameters<typeof planDay>[1], shooting: Shooting) => {
  const random = randomOf(seed);
  const slots = planDay(random, day);
  return suggestOffset(slots, shoot(slots, random, shooting));
};
const tally = (suggest: (seed: number) => number | undefined) => DAYS.map(suggest);

test('a clock that is right is left alone, whatever the day and however photos arrive', () => {
  for (const isLive of [true, false]) {
    for (const teams of [3, 9, 30]) {
      const found = tally((seed) => suggestFor(seed, {}, { teams, offsetMs: 0, isLive }));
      expect(found.filter((offset) => offset !== undefined)).toEqual([]);
    }
  }
});

test.each([6, -1, 2, -5, 12, 24])('%i hours off are found in most days, and never mistaken', (hours) => {
  const found = tally((seed) => suggestFor(seed, {}, { teams: 12, offsetMs: hours * HOUR }));
  const right = found.filter((offset) => offset === hours * 3_600).length;
  expect(found.filter((offset) => offset !== undefined && offset !== hours * 3_600)).toEqual([]);
  expect(right).toBeGreaterThan(DAYS.length / 2);
});

test.each([
  ['half an hour', 30],
  ['17 minutes', 17],
  ['-41 minutes', -41],
])('%s off is found, to the minute', (_, minutes) => {
  const found = tally((seed) => suggestFor(seed, {}, { teams: 20, offsetMs: minutes * MINUTE }));
  for (const offset of found)
    if (offset !== undefined) expect(Math.abs(offset - minutes * 60)).toBeLessThanOrEqual(60);
  expect(found.filter((offset) => offset !== undefined).length).toBeGreaterThan(DAYS.length / 2);
});

test('last year on a clock is found, and staff can correct it', () => {
  const year = 365 * 24 * HOUR;
  const found = tally((seed) => suggestFor(seed, {}, { teams: 12, offsetMs: year }));
  expect(found).toContain(year / 1000);
  for (const offset_seconds of found)
    if (offset_seconds !== undefined) expect(cameraOffset.safeParse({ offset_seconds }).success).toBe(true);
});

test('an even running order gives no hint by itself, but photos that arrive as they are taken do', () => {
  const shooting = { teams: 15, offsetMs: 6 * HOUR };
  expect(tally((seed) => suggestFor(seed, { isRegular: true }, shooting)).filter(Boolean)).toEqual([]);
  const live = tally((seed) => suggestFor(seed, { isRegular: true }, { ...shooting, isLive: true }));
  expect(new Set(live)).toEqual(new Set([6 * 3_600]));
});

test('few bursts, no running order or photos at random give no hint', () => {
  expect(suggestFor(1, {}, { teams: 7, offsetMs: 6 * HOUR })).toBeUndefined();
  expect(suggestOffset([], [])).toBeUndefined();
  for (const seed of DAYS) {
    const random = randomOf(seed);
    const slots = planDay(random);
    const frames = Array.from({ length: 80 }, () => ({
      cameraTimeMs: START - 10 * HOUR + random() * 24 * HOUR,
      receivedAtMs: EVENING,
    }));
    expect(suggestOffset(slots, frames)).toBeUndefined();
  }
});
