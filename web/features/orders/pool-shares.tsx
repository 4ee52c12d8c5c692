import { Check } from 'lucide-react';
import type { Pool } from '#contract/entities/order.ts';
import { sharesInWords } from './pool-words.ts';

type Segment = { key: string; holder: 'me' | 'other' | 'free' };

const COLORS: Record<Segment['holder'], string> = { me: 'bg-spot', other: 'bg-ink', free: 'bg-line' };

/** One segment per share: a participant's shares are adjacent, and free ones come last. */
export function segmentsOf({ shares, participants }: Pool): Segment[] {
  const holders = participants.flatMap((person) =>
    Array.from({ length: person.shares }, () => (person.is_me ? ('me' as const) : ('other' as const))),
  );
  return Array.from({ length: shares }, (_, position) => ({
    key: `share-${position}`,
    holder: holders[position] ?? 'free',
  }));
}

export function PoolShares({ pool }: { pool: Pool }) {
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <div
          role="progressbar"
          aria-label="Shares taken"
          aria-valuemin={0}
          aria-valuemax={pool.shares}
          aria-valuenow={pool.taken}
          aria-valuetext={`${pool.taken} of ${pool.shares} shares taken`}
          className="flex gap-1"
        >
          {segmentsOf(pool).map(({ key, holder }) => (
            <i key={key} className={`h-3 flex-1 rounded-full ${COLORS[holder]}`} />
          ))}
        </div>
        <div aria-hidden className="flex gap-1">
          {pool.participants.map((person, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: first names repeat, and people have no other sign here
              key={index}
              className="min-w-0 truncate text-center text-12 font-medium text-ink-2"
              style={{ flex: `0 0 calc((100% + 4px) * ${person.shares / pool.shares} - 4px)` }}
            >
              {person.is_me ? 'You' : person.first_name || 'Someone'}
            </span>
          ))}
        </div>
      </div>
      {pool.participants.length > 0 ? (
        <ul aria-label="Participants" className="flex flex-wrap gap-2">
          {pool.participants.map((person, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: first names repeat, and people have no other sign here
              key={index}
              className={`inline-flex h-8 items-center gap-1.5 rounded-full px-3 text-14 ${person.is_me ? 'bg-spot-wash font-[650]' : 'bg-sunk'}`}
            >
              <Check aria-hidden size={15} strokeWidth={2.2} className="text-ok" />
              {person.is_me ? 'You' : person.first_name || 'Someone'}
              {person.is_owner && <span className="text-ink-2">(owner)</span>}
              <span className="text-ink-2 tabular-nums">{sharesInWords(person.shares)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-15 text-ink-2">Nobody has taken a share yet.</p>
      )}
    </div>
  );
}
