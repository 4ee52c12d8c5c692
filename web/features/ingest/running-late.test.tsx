// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { toast } from '#web/lib/toast.ts';
import { answer, answerCalls, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import type { IngestAlbum, IngestEvent } from './ingest.query.ts';
import { RunningLate } from './running-late.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

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
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RunningLate event={EVENT} albums={[ALBUM]} />
    </QueryClientProvider>,
  );
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
