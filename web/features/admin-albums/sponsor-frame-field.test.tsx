// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MAX_SPONSOR_FRAME_BYTES, safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import { answer, answerCalls, bodiesSentTo, rawAnswer } from '#web/testing/answers.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { SponsorFrameField } from './sponsor-frame-field.tsx';

function show() {
  const calls = answerCalls(answer(safeShareEndpoints.removeSponsorFrame, rawAnswer(200, {})));
  renderPart(<SponsorFrameField eventId={7} />);
  return () => bodiesSentTo(calls, safeShareEndpoints.removeSponsorFrame).length;
}

test('a sponsor frame is removed only after a question', async () => {
  const removals = show();
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove the sponsor frame?' });
  expect(removals()).toBe(0);
  fireEvent.click(screen.getByRole('button', { name: 'Remove frame' }));
  await waitFor(() => expect(removals()).toBe(1));
  await waitFor(() => expect(dialog.isConnected).toBe(false));
  expect(screen.queryByRole('img')).toBeNull();
});

test('a picture that is too large is refused with the reason', async () => {
  show();
  const file = new File([new Uint8Array(MAX_SPONSOR_FRAME_BYTES + 1)], 'frame.png', { type: 'image/png' });
  fireEvent.change(screen.getByLabelText('Sponsor frame', { selector: 'input' }), {
    target: { files: [file] },
  });
  expect(await screen.findByText('Choose a picture of at most 2 MB.')).toBeTruthy();
});
