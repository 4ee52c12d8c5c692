import type { ReactNode } from 'react';
import { isMissing } from '#web/lib/api-error.ts';
import { FailedState } from './failed-state.tsx';

type QueryStateProps<T> = {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  loading: ReactNode;
  /** Shown instead of the error when the thing does not exist. */
  missing?: ReactNode;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  children: (data: T) => ReactNode;
};

/** Loaded data stays on the screen when reading it again fails. */
export function QueryState<T>({ query, loading, missing, empty, children }: QueryStateProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) {
    return empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children(data);
  }
  if (missing !== undefined && isMissing(error)) return missing;
  return error ? <FailedState error={error} onRetry={refetch} /> : loading;
}
