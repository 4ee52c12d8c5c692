// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { useConfirmed } from './confirm-dialog.tsx';
import { LazyConfirmDialog } from './lazy-confirm-dialog.tsx';

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

function Question({ onConfirm }: { onConfirm: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Ask
      </button>
      <LazyConfirmDialog
        isOpen={isOpen}
        title="Cancel this order?"
        sentence="You will not be charged for it."
        confirmLabel="Cancel order"
        cancelLabel="Keep it"
        onConfirm={onConfirm}
        onCancel={() => setIsOpen(false)}
      />
    </>
  );
}

test('a press before the dialog has loaded opens it, and the focus returns to the button', async () => {
  const onConfirm = vi.fn();
  render(<Question onConfirm={onConfirm} />);
  const button = screen.getByRole('button', { name: 'Ask' });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(button);
  const findDialog = () => screen.queryByRole('alertdialog', { name: 'Cancel this order?' });
  await expect.poll(findDialog).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }));
  expect(onConfirm).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Keep it' }));
  await expect.poll(findDialog).toBeNull();
  await expect.poll(() => document.activeElement).toBe(button);
});
