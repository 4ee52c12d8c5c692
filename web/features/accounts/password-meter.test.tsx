// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PasswordMeter } from './new-password-field.tsx';

test.each([
  ['', '0', 'Empty'],
  ['abc', '1', 'Too weak'],
  ['abcdefghijkl', '1', 'Too weak'],
  ['abcde1', '2', 'Weak'],
  ['Abcdefg1', '3', 'Medium'],
  ['Abcdefg12!', '4', 'Strong'],
])('%j fills %s of 4 and reads %s', (password, filled, words) => {
  const { container } = render(<PasswordMeter password={password} />);
  const meter = screen.getByRole('meter', { name: 'Password strength' });
  expect(meter.getAttribute('value')).toBe(filled);
  expect(meter.getAttribute('aria-valuetext')).toBe(words);
  expect(container.querySelectorAll('i:not(.bg-line)')).toHaveLength(Number(filled));
  if (password) expect(screen.getByText(words)).toBeTruthy();
});
