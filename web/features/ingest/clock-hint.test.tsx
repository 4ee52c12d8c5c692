// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { toast } from '#web/lib/toast.ts';
import { answer, answerCalls, rawAnswer } from '#web/testing/answers.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { ClockHints, spacedAlbums } from './clock-hint.tsx';
import type { IngestEvent } from './ingest.query.ts';

const EVENT = { id: 7, time_zone: 'America/Chicago' } as IngestEvent;
const HINT = {
  serial: 'A001',
  model: 'Canon EOS R6',
  photos: 40,
  offset_seconds: 21_600,
  arrival: false,
  taken_at: ['2026-11-14T09:00:00Z'],
  now: { photos: 0, albums: [] },
  after: { photos: 40, albums: [{ performance_order: 4, planned_at: '2026-11-14T15:00:00Z' }] },
};

const slow = Promise.withResolvers<string>();

/** Another list of the page, which takes longer to load than the hints. */
function SlowList() {
  useQuery({ queryKey: ['staff', 'slow'], queryFn: () => slow.promise });
  return null;
}

test('a fix offers Undo, although the hint is gone by then', async () => {
  let isFixed = false;
  answerCalls(
    answer(ingestEndpoints.listClockHints, () => (isFixed ? [] : [HINT])),
    answer(ingestEndpoints.setCameraOffset, () => {
      isFixed = true;
      return rawAnswer(200, {});
    }),
  );
  const undo = vi.spyOn(toast, 'undo').mockReturnValue(1);
  renderPart(
    <>
      <ClockHints event={EVENT} isSorting />
      <SlowList />
    </>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Fix all 40' }));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  slow.resolve('rows');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(undo).toHaveBeenCalledWith('Fixed 40 photos of camera A001', expect.any(Function));
});

test('numbers that would cover each other on the line are left out', () => {
  const at = (performance_order: number, minutes: number) => ({
    performance_order,
    planned_at: new Date(Date.parse('2026-11-14T15:00:00Z') + minutes * 60_000).toISOString(),
  });
  const albums = [at(4, 0), at(6, 6), at(5, 3), at(9, 40), at(7, 30)];
  const shown = spacedAlbums({ photos: 40, albums }, 30 * 60_000);
  expect(shown.map(({ performance_order }) => performance_order)).toEqual([4, 7]);
});
