// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { QueryState } from './states.tsx';

const failure = new ApiError({ status: 500, code: 'internal', message: 'Something broke.' });
const notFound = new ApiError({ status: 404, code: 'not_found', message: 'Not found.' });
const refetch = vi.fn();

function show(data: string[] | undefined, error: Error | null = null) {
  render(
    <QueryState query={{ data, error, refetch }} loading="Loading" missing="Missing" empty="Empty">
      {(names) => names.join(', ')}
    </QueryState>,
  );
}

test.each([
  ['Loading', undefined, null],
  ['Empty', [], null],
  ['Ada, Grace', ['Ada', 'Grace'], null],
  ['Missing', undefined, notFound],
  ['Ada', ['Ada'], failure],
])('"%s" is shown for data %j with error %s', (words, data, error) => {
  show(data, error);
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a failed query shows the error and tries again on request', () => {
  show(undefined, failure);
  expect(screen.getByRole('alert').textContent).toContain('Something broke.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});
