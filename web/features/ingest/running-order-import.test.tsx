// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, Outlet, RouterProvider } from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test, vi } from 'vitest';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { openSession } from '#web/lib/session.ts';
import { createAppRouter } from '#web/router.tsx';
import { answer, answerCalls, type Reply } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import type { IngestEvent, RunningOrder } from './ingest.query.ts';
import { RunningOrderImport } from './running-order-import.tsx';

const EVENT = { id: 7, time_zone: 'America/Chicago', start_date: '2026-11-14' } as IngestEvent;
const columns = { performance_order: 0, program: 1, team: 2, planned_time: 3 };
const row = {
  line: 2,
  action: 'create' as const,
  performance_order: 1,
  program_name: 'Bayline',
  team_name: 'Tidal',
  division_name: '',
  stage: '',
  planned_at: '2026-11-14T15:00:00Z',
  before: null,
};
const READ: RunningOrder = {
  rows: [row],
  errors: [],
  written: false,
  sheet: {
    headings: ['order', 'program', 'team', 'time'],
    columns: { ...columns, division: null, level: null, day: null, stage: null },
    remembered: false,
    lines: [{ line: 2, cells: ['1', 'Bayline', 'Tidal', '9:00'] }],
  },
};

async function open(reply: Reply<typeof ingestEndpoints.importRunningOrder> = READ) {
  giveElementsASize();
  vi.stubGlobal('scrollTo', () => {});
  answerCalls(answer(ingestEndpoints.importRunningOrder, reply));
  openSession({ jwt: 'token-1', user: buildUser({ type: 'event_lead' }) });
  const page = (path: string, part: ReactElement) =>
    ({ guard: 'public', path, title: '', page: async () => () => part }) as const;
  const router = createAppRouter({
    routes: [page('/', <RunningOrderImport event={EVENT} />), page('/elsewhere', <p>Elsewhere</p>)],
    history: createMemoryHistory(),
    Frame: Outlet,
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const paste = await screen.findByLabelText('CSV');
  fireEvent.change(paste, { target: { value: 'order,program,team,time\n1,Bayline,Tidal,9:00' } });
  return router;
}

const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' });

test('leaving asks while a pasted sheet is not imported', async () => {
  const router = await open();
  act(() => router.history.push('/elsewhere'));
  await question();
  fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByRole('button', { name: 'Import 1 album' });
  act(() => router.history.push('/elsewhere'));
  await question();
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  await screen.findByText('Elsewhere');
});

test('leaving asks for lines that could not be imported, and not once all are', async () => {
  const errors = [{ line: 3, field: 'team' as const, message: 'The team is missing.' }];
  let bad: RunningOrder['errors'] = errors;
  const router = await open(({ body }) => ({ ...READ, errors: bad, written: body.commit }));
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 album' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Import 1 album' })).toHaveProperty('disabled', false),
  );
  act(() => router.history.push('/elsewhere'));
  await question();
  fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  bad = [];
  fireEvent.click(screen.getByRole('button', { name: 'Import 1 album' }));
  await screen.findByLabelText('CSV');
  act(() => router.history.push('/elsewhere'));
  await screen.findByText('Elsewhere');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
