import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countShifted, type Planned, undoOfDelay } from './running-late.tsx';

const at = (minute: number): Planned => ({ planned_at: new Date(minute * 60_000).toISOString() });

function shift(albums: readonly Planned[], minutes: number, from: string): Planned[] {
  return albums.map((album) =>
    album.planned_at !== null && Date.parse(album.planned_at) >= Date.parse(from)
      ? { planned_at: new Date(Date.parse(album.planned_at) + minutes * 60_000).toISOString() }
      : album,
  );
}

test('only albums planned from the given time on are counted', () => {
  expect(countShifted([at(1), at(5), at(9), { planned_at: null }], at(5).planned_at ?? '')).toBe(2);
});

test('a delay that can be undone leaves every album where it was', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 40 }),
      fc.integer({ min: 0, max: 600 }),
      fc.integer({ min: -90, max: 90 }),
      (planned, fromMinute, minutes) => {
        const albums = planned.map(at);
        const from = new Date(fromMinute * 60_000).toISOString();
        const undo = undoOfDelay(albums, { minutes, from });
        if (minutes >= 0) expect(undo).toBeDefined();
        if (undo) expect(shift(shift(albums, minutes, from), undo.minutes, undo.from)).toEqual(albums);
      },
    ),
  );
});
