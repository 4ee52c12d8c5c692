// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { toast } from '#web/lib/toast.ts';
import { answer, answerCalls, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import type { IngestAlbum, IngestEvent } from './ingest.query.ts';
import { countShifted, type Planned, RunningLate, undoOfDelay } from './running-late.tsx';

const EVENT = { id: 7, version: 3, time_zone: 'America/Chicago' } as IngestEvent;
const ALBUM = { id: 1, planned_at: '2026-11-14T15:00:00Z', performance_order: 1 } as IngestAlbum;

test('a delay says which schedule it was read from, and that a colleague was first', async () => {
  let version = 3;
  const by = { field: 'minutes', theirs: '10', by: 'Dana Reyes', at: '2026-11-14T15:14:00Z' };
  const calls = answerCalls(
    answer(ingestEndpoints.delayEvent, ({ body }) => {
      if (body.version !== version)
        return errorAnswer(409, 'changed_meanwhile', 'Changed', { changes: [by] });
      version += 1;
      return { shifted_albums: 1, version };
    }),
  );
  const undo = vi.spyOn(toast, 'undo').mockReturnValue(1);
  const failed = vi.spyOn(toast, 'error').mockReturnValue(1);
  renderPart(<RunningLate event={EVENT} albums={[ALBUM]} />);
  const shift = async () => {
    fireEvent.change(screen.getByLabelText('Minutes'), { target: { value: '10' } });
    fireEvent.click(screen.getByRole('button', { name: 'Shift' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Shift schedule' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await shift();
  await shift();
  expect(undo).toHaveBeenCalledTimes(2);
  version = 9;
  await shift();
  expect(failed).toHaveBeenCalledWith(
    'Dana Reyes shifted the schedule at 9:14 AM. Nothing was shifted again: check the times first.',
  );
  expect(bodiesSentTo(calls, ingestEndpoints.delayEvent).map(({ version }) => version)).toEqual([3, 4, 5]);
});

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
