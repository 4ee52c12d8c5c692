import { Check } from 'lucide-react';
import type { Pool } from '#contract/entities/order.ts';
import { sharesInWords } from './pool-words.ts';

type Segment = { key: string; name: string | undefined; isMine: boolean };

/** One entry a share: those of one participant stand together, the free ones at the end. */
export function segmentsOf({ shares, participants }: Pool): Segment[] {
  const taken = participants.flatMap((person, index) =>
    Array.from({ length: person.shares }, (_, share) => ({
      key: `${index}-${share}`,
      name: person.is_me ? 'You' : person.first_name,
      isMine: person.is_me,
    })),
  );
  const free = Array.from({ length: Math.max(0, shares - taken.length) }, (_, share) => ({
    key: `free-${share}`,
    name: undefined,
    isMine: false,
  }));
  return [...taken, ...free].slice(0, shares);
}

/** Seven segments, the taken ones filled, one's own in the colour of what is yours. */
export function PoolShares({ pool }: { pool: Pool }) {
  return (
    <div className="grid gap-4">
      <div
        role="progressbar"
        aria-label="Shares taken"
        aria-valuemin={0}
        aria-valuemax={pool.shares}
        aria-valuenow={pool.taken}
        aria-valuetext={`${pool.taken} of ${pool.shares} shares taken`}
        className="flex gap-1"
      >
        {segmentsOf(pool).map(({ key, name, isMine }) => (
          <span key={key} className="grid min-w-0 flex-1 gap-1.5">
            <i
              className={`h-3 first:rounded-l-full last:rounded-r-full ${name === undefined ? 'bg-line' : isMine ? 'bg-spot' : 'bg-ink'} rounded-[4px]`}
            />
            <span aria-hidden className="truncate text-center text-12 font-medium text-ink-2">
              {name ?? ''}
            </span>
          </span>
        ))}
      </div>
      {pool.participants.length > 0 ? (
        <ul aria-label="Who takes part" className="flex flex-wrap gap-2">
          {pool.participants.map((person, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: first names repeat, and people have no other sign here
              key={index}
              className={`inline-flex h-8 items-center gap-1.5 rounded-full px-3 text-14 ${person.is_me ? 'bg-spot-wash font-[650]' : 'bg-sunk'}`}
            >
              <Check aria-hidden size={15} strokeWidth={2.2} className="text-ok" />
              {person.is_me ? 'You' : person.first_name}
              {person.is_owner && <span className="text-ink-2">(started it)</span>}
              <span className="text-ink-2 tabular-nums">{sharesInWords(person.shares)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-15 text-ink-2">Nobody has taken a share yet. Be the first.</p>
      )}
    </div>
  );
}
