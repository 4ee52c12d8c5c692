import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { Button } from './button.tsx';

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
