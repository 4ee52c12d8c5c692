// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { wallEndpoints } from '#contract/endpoints/wall.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { openSession } from '#web/lib/session.ts';
import { answer, answerCalls, bodiesSentTo } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { renderAt } from '#web/testing/render-at.tsx';
import { WallPanel } from './wall-panel.tsx';

test('consents that colleagues recorded are withdrawn only after a question', async () => {
  giveElementsASize();
  vi.stubGlobal('scrollTo', () => {});
  const team = {
    album: 8,
    performance_order: 1,
    program_name: 'Bayline',
    team_name: 'Tidal',
    published: true,
    agreed_by: 'Coach Lee',
    recorded_by: 'Dana Reyes',
    recorded_at: '2026-11-14T15:00:00Z',
  };
  const calls = answerCalls(
    answer(wallEndpoints.getWallSettings, { is_on: true, teams: [team] }),
    answer(wallEndpoints.listWallLinks, []),
    answer(wallEndpoints.setWallConsent, { is_on: true, teams: [{ ...team, agreed_by: null }] }),
  );
  openSession({ jwt: 'token-1', user: buildUser({ type: 'event_lead' }) });
  await renderAt('/', <WallPanel event={{ id: 7, name: 'Cup' } as StaffEvent} />);
  fireEvent.click(await screen.findByRole('checkbox', { name: /Tidal/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  const question = await screen.findByRole('alertdialog', { name: 'Withdraw the consent of 1 team?' });
  expect(bodiesSentTo(calls, wallEndpoints.setWallConsent)).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() =>
    expect(bodiesSentTo(calls, wallEndpoints.setWallConsent)).toEqual([{ albums: [8], agreed_by: null }]),
  );
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});
