// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PoolStepper } from './pool-shares.tsx';

test('the buttons for more and fewer shares stay side by side, whatever the question leaves of the line', () => {
  render(<PoolStepper shares={2} sharesLeft={[855, 855, 855]} onChange={() => {}} />);
  const buttons = screen.getByRole('button', { name: 'One share more' }).parentElement;
  expect(buttons?.contains(screen.getByRole('button', { name: 'One share fewer' }))).toBe(true);
  expect(buttons?.contains(screen.getByText('How many shares?'))).toBe(false);
});
