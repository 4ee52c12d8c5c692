// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { focusHeading, PageHeading } from './page-heading.tsx';

const page = (title: string) => (
  <main>
    <PageHeading key={title} title={title} />
    <button type="button">Pay</button>
  </main>
);
const focused = () => document.activeElement?.textContent;

test('the heading of a loaded page takes the focus over from the one shown while it loaded', () => {
  const { rerender } = render(page('Loading'));
  focusHeading();
  rerender(page('Checkout'));
  expect(focused()).toBe('Checkout');
});

test('a heading leaves the focus where somebody put it, and takes none on the first page', () => {
  const { rerender } = render(page('Loading'));
  expect(document.activeElement).toBe(document.body);
  focusHeading();
  screen.getByRole('button').focus();
  rerender(page('Checkout'));
  expect(focused()).toBe('Pay');
});
