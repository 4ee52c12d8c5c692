// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { openSession } from '#web/lib/session.ts';
import { answer, answerCalls, bodiesSentTo, rawAnswer } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { NotesPanel } from './notes-panel.tsx';

test('a note is deleted only after a question', async () => {
  const note = {
    id: 1,
    text: 'Promised a call on Monday',
    author: { id: 2, name: 'Dana Reyes' },
    created_at: '2026-11-14T15:00:00Z',
    can_delete: true,
  };
  const calls = answerCalls(
    answer(userAdministrationEndpoints.listUserNotes, [note]),
    answer(userAdministrationEndpoints.deleteUserNote, rawAnswer(200, {})),
  );
  openSession({ jwt: 'token-1', user: buildUser({ type: 'super' }) });
  renderPart(<NotesPanel userId={5} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete note' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete this note?' });
  expect(bodiesSentTo(calls, userAdministrationEndpoints.deleteUserNote)).toHaveLength(0);
  fireEvent.click(within(question).getByRole('button', { name: 'Delete note' }));
  await waitFor(() =>
    expect(bodiesSentTo(calls, userAdministrationEndpoints.deleteUserNote)).toHaveLength(1),
  );
});
