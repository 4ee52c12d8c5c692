import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AFTER_LAST_MINUTES,
  BEFORE_FIRST_SECONDS,
  BOUNDARY_SECONDS,
  fileByTime,
  type Slot,
} from './filing.ts';

const NOON = Date.UTC(2026, 10, 14, 12);
const at = (minutes: number, seconds = 0) => NOON + minutes * 60_000 + seconds * 1000;
const slots: Slot[] = [
  { albumId: 1, plannedAtMs: at(0) },
  { albumId: 2, plannedAtMs: at(3) },
  { albumId: 3, plannedAtMs: at(6) },
];

describe('a frame', () => {
  test.each<[string, number | null, number | null, string | null, number[]]>([
    ['in the middle of a slot is that team', at(1, 30), 1, null, []],
    ['31 s before a boundary is the earlier team', at(2, 29), 1, null, []],
    ['30 s before a boundary is in doubt', at(2, 30), null, 'near_boundary', [1, 2]],
    ['on a boundary is in doubt', at(3), null, 'near_boundary', [1, 2]],
    ['30 s after a boundary is filed again', at(3, 30), 2, null, []],
    ['as teams walk on for the first slot is the first team', at(0, -90), 1, null, []],
    ['long before the first slot is outside', at(-3), null, 'outside_schedule', [1]],
    ['within 20 minutes of the last start is the last team', at(26), 3, null, []],
    ['later than that is outside', at(26, 1), null, 'outside_schedule', [3]],
    ['without a time is in doubt', null, null, 'no_time', []],
  ])('%s', (_, capturedAtMs, albumId, doubt, candidates) => {
    expect(fileByTime(slots, capturedAtMs)).toEqual({ albumId, doubt, candidates });
  });

  test('at an event without a running order is in doubt', () => {
    expect(fileByTime([], at(1))).toEqual({ albumId: null, doubt: 'no_schedule', candidates: [] });
  });

  test('on one of two stages at the same time is in doubt between both', () => {
    const twoTestServers = [...slots, { albumId: 4, plannedAtMs: at(3) }].sort(
      (a, b) => a.plannedAtMs - b.plannedAtMs,
    );
    expect(fileByTime(twoTestServers, at(4))).toEqual({
      albumId: null,
      doubt: 'near_boundary',
      candidates: [2, 4],
    });
    expect(fileByTime(twoTestServers, at(7))).toMatchObject({ albumId: 3 });
  });

  test('is filed at an event with two stages while only one of them is in use', () => {
    const staggered: Slot[] = [
      { albumId: 1, plannedAtMs: at(0), stage: 'A' },
      { albumId: 2, plannedAtMs: at(2), stage: 'B' },
      { albumId: 3, plannedAtMs: at(60), stage: 'B' },
    ];
    expect(fileByTime(staggered, at(4))).toMatchObject({ doubt: 'near_boundary', candidates: [1, 2] });
    expect(fileByTime(staggered, at(-1))).toMatchObject({ albumId: 1 });
    expect(fileByTime(staggered, at(40))).toMatchObject({ albumId: 2 });
    expect(fileByTime(staggered, at(90))).toMatchObject({ doubt: 'outside_schedule', candidates: [1, 3] });
  });
});

const schedules = fc
  .array(fc.integer({ min: 0, max: 36_000 }), { minLength: 1, maxLength: 40 })
  .map((seconds) =>
    seconds
      .sort((a, b) => a - b)
      .map((second, index): Slot => ({ albumId: index + 1, plannedAtMs: NOON + second * 1000 })),
  );
const moments = fc.integer({ min: -7_200, max: 43_200 }).map((second) => NOON + second * 1000);

describe('for every schedule and moment', () => {
  test("a filed frame lies in its team's slot, away from every other team's start", () => {
    fc.assert(
      fc.property(schedules, moments, (schedule, moment) => {
        const { albumId } = fileByTime(schedule, moment);
        if (albumId === null) return;
        const slot = schedule.find((candidate) => candidate.albumId === albumId);
        expect(slot?.plannedAtMs).toBeLessThanOrEqual(moment + BEFORE_FIRST_SECONDS * 1000);
        for (const other of schedule) {
          if (other.albumId === albumId) continue;
          const isBetween = other.plannedAtMs > (slot?.plannedAtMs ?? 0) && other.plannedAtMs <= moment;
          expect(isBetween).toBe(false);
          if (moment >= other.plannedAtMs) continue;
          expect(other.plannedAtMs - moment).toBeGreaterThan(BOUNDARY_SECONDS * 1000);
        }
      }),
    );
  });

  test('doubt names who it may be: two or more at a boundary, somebody outside', () => {
    fc.assert(
      fc.property(schedules, moments, (schedule, moment) => {
        const { doubt, candidates } = fileByTime(schedule, moment);
        expect(new Set(candidates).size).toBe(candidates.length);
        if (doubt === 'near_boundary') expect(candidates.length).toBeGreaterThan(1);
        if (doubt === 'outside_schedule') expect(candidates.length).toBeGreaterThan(0);
        if (doubt === null) expect(candidates).toEqual([]);
      }),
    );
  });

  test('shifting schedule and clock together changes nothing', () => {
    fc.assert(
      fc.property(schedules, moments, fc.integer({ min: -1e9, max: 1e9 }), (schedule, moment, shift) => {
        const shifted = schedule.map((slot) => ({ ...slot, plannedAtMs: slot.plannedAtMs + shift }));
        expect(fileByTime(shifted, moment + shift)).toEqual(fileByTime(schedule, moment));
      }),
    );
  });

  test('a frame is outside exactly when it is before the first or after the last slot', () => {
    fc.assert(
      fc.property(schedules, moments, (schedule, moment) => {
        const starts = schedule.map(({ plannedAtMs }) => plannedAtMs);
        const isOutside =
          moment < Math.min(...starts) - BEFORE_FIRST_SECONDS * 1000 ||
          moment > Math.max(...starts) + AFTER_LAST_MINUTES * 60_000;
        expect(fileByTime(schedule, moment).doubt === 'outside_schedule').toBe(isOutside);
      }),
    );
  });
});
