import { Check } from 'lucide-react';
import type { ViewStanding } from './view-meter.tsx';

/** Owners are never blocked, so their count stops at the allowance. */
export function OwnedMark({ standing }: { standing: ViewStanding | undefined }) {
  return (
    <p className="flex items-center gap-2.5 text-13 text-ink-2">
      <span className="inline-flex h-6 items-center gap-1 rounded-tile bg-ok-bg px-2 text-12 font-[650] text-ok">
        <Check aria-hidden size={15} strokeWidth={2.2} />
        Already Purchased
      </span>
      {standing && (
        <span className="tabular-nums">
          {Math.min(standing.viewsUsed, standing.viewsAllowed)} of {standing.viewsAllowed} views
        </span>
      )}
    </p>
  );
}
