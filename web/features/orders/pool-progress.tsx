import { Clock } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { Pool } from '#contract/entities/order.ts';
import { Spinner } from '#web/components/spinner.tsx';
import { PoolShares } from './pool-shares.tsx';
import { momentInWords, phaseInWords, timeLeftInWords } from './pool-words.ts';

const MINUTE_MS = 60_000;

function subscribeToMinutes(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE_MS / 2);
  return () => clearInterval(timer);
}

const useMinutes = () =>
  useSyncExternalStore(subscribeToMinutes, () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);

const LOOKS = {
  plain: 'border-line bg-surface',
  ok: 'border-transparent bg-ok-bg',
  warn: 'border-transparent bg-warn-bg',
} as const;

export function PoolProgress({ pool }: { pool: Pool }) {
  const words = phaseInWords(pool);
  const now = useMinutes();
  const isOpen = pool.phase === 'filling' || pool.phase === 'covering';
  return (
    <section
      aria-label="Shares"
      className={`grid gap-5 rounded-sheet border p-5 desk:p-8 ${LOOKS[words.tone]}`}
    >
      <div role="status" className="grid gap-1">
        <h2 className="flex items-center gap-3 text-28 leading-tight font-extrabold tracking-[-0.03em] tabular-nums">
          {pool.phase === 'charging' && (
            <span className="text-22">
              <Spinner />
            </span>
          )}
          {words.title}
        </h2>
        <p className="max-w-[60ch] text-ink-2">{words.sentence}</p>
      </div>
      <PoolShares pool={pool} />
      {isOpen && (
        <p className="flex items-start gap-2 text-15">
          <Clock aria-hidden size={20} strokeWidth={1.8} className="mt-px flex-none" />
          <span>
            {pool.phase === 'filling' ? 'Closes' : 'Open until'}{' '}
            <time dateTime={pool.deadline} className="font-[650]">
              {momentInWords(pool.deadline)}
            </time>
            ; <span className="whitespace-nowrap text-ink-2">{timeLeftInWords(pool.deadline, now)}</span>
          </span>
        </p>
      )}
    </section>
  );
}
