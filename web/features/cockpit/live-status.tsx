import { updatedWords } from './live-words.ts';

type LiveStatusProps = { updatedAt: number | undefined; isReconnecting: boolean; now: number };

/** Screen readers announce connection changes, not every second. */
export function LiveStatus({ updatedAt, isReconnecting, now }: LiveStatusProps) {
  return (
    <div className="flex min-w-[16ch] items-center justify-end gap-2 text-13 font-semibold text-ink-2 tabular-nums print:hidden">
      <span role="status" className={isReconnecting ? 'text-warn' : 'sr-only'}>
        {isReconnecting ? 'Reconnecting…' : updatedAt === undefined ? '' : 'Connected'}
      </span>
      {updatedAt !== undefined && <span>{updatedWords(updatedAt, now)}</span>}
    </div>
  );
}
