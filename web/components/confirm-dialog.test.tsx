// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useConfirmed } from './confirm-dialog.tsx';

afterEach(cleanup);

let settle: () => void = () => undefined;

function Selected() {
  const [count, setCount] = useState(3);
  const mutate = (_input: undefined, { onSettled }: { onSettled: () => void }) => {
    setCount(0);
    settle = onSettled;
  };
  const { ask, question } = useConfirmed({ isPending: false, mutate }, () => ({
    title: `Reset ${count} albums?`,
    sentence: 'This cannot be undone.',
    confirmLabel: 'Reset',
  }));
  return (
    <>
      <button type="button" onClick={() => ask(undefined)}>
        {count} selected
      </button>
      {question}
    </>
  );
}

test('a question keeps its words while its change clears the selection that it counts', async () => {
  render(<Selected />);
  fireEvent.click(screen.getByRole('button', { name: '3 selected' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Reset' }));
  expect(await screen.findByText('0 selected')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Reset 3 albums?' })).toBeTruthy();
  settle();
  await expect.poll(() => screen.queryByRole('heading', { name: 'Reset 3 albums?' })).toBeNull();
});
