import { Spinner } from '#web/components/spinner.tsx';
import { useConnection } from '#web/lib/connection.ts';
import { useIsOnline } from '#web/lib/use-is-online.ts';

/** It floats, so that nothing on the page moves. */
export function ConnectionBanner() {
  const connection = useConnection();
  const isOnline = useIsOnline();
  const isRetrying = isOnline && connection.phase === 'retrying';
  const text = !isOnline
    ? 'You are offline. Open pages stay readable.'
    : connection.phase === 'retrying'
      ? `Reconnecting, ${connection.retry} of ${connection.maxRetries}`
      : undefined;
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-[calc(var(--header-height)+8px)] z-30 grid justify-items-center px-4"
    >
      {text && (
        <div className="flex items-center gap-2.5 rounded-[22px] bg-ink px-4 py-2 text-14 font-semibold text-bg tabular-nums shadow-2">
          {isRetrying && <Spinner />}
          <div>
            <p>{text}</p>
            {isRetrying && (
              <p className="text-12 font-medium opacity-80">
                {connection.message} Status {connection.statusCode}
              </p>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
