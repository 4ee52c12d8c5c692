// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { LazyConfirmDialog } from './lazy-confirm-dialog.tsx';

afterEach(cleanup);

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
