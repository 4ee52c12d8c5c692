import { Spinner } from '#web/components/button.tsx';
import { useConnection } from '#web/lib/api.ts';
import { useIsOnline } from '#web/lib/use-is-online.ts';

const MAX_LINES = 4;

/** It floats, so that nothing on the page moves. */
export function ConnectionBanner() {
  const retries = [...useConnection().retrying.values()];
  const isOnline = useIsOnline();
  const shown = isOnline ? retries : [];
  const [first] = shown;
  const count =
    first && (shown.length > 1 ? ` ${shown.length} requests` : `, ${first.retry} of ${first.maxRetries}`);
  const text = isOnline ? count && `Reconnecting${count}` : 'You are offline. Open pages stay readable.';
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-[calc(var(--header-height)+8px)] z-30 grid justify-items-center px-4"
    >
      {text && (
        <div className="flex items-center gap-2.5 rounded-[22px] bg-ink px-4 py-2 text-14 font-semibold text-bg tabular-nums shadow-2">
          {first && <Spinner />}
          <div>
            <p>{text}</p>
            {shown.slice(-MAX_LINES).map(({ message, statusCode, retry, maxRetries }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no state.
              <p key={index} className="text-12 font-medium opacity-80">
                {shown.length > 1 && `${retry} of ${maxRetries}: `}
                {message} Status {statusCode}
              </p>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
