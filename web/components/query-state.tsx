import type { ReactNode } from 'react';
import { isApiError, isMissing, messageOf } from '#web/lib/api-error.ts';
import { Button } from './button.tsx';

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

type FailedStateProps = { error: unknown; onRetry: () => void };

export function FailedState({ error, onRetry }: FailedStateProps) {
  return (
    <section
      role="alert"
      className="grid justify-items-center gap-3 rounded-card bg-sunk px-6 py-10 text-center"
    >
      <p className="font-semibold">{messageOf(error)}</p>
      {isApiError(error) && error.requestId && (
        <p className="text-13 text-ink-2">
          Request <code className="select-all">{error.requestId}</code>
        </p>
      )}
      <Button kind="line" onClick={() => onRetry()}>
        Try again
      </Button>
    </section>
  );
}
