import { Clock } from 'lucide-react';
import { DECISION_LABELS, type ReviewCase } from '#contract/lists/reported-photos.ts';
import { clockWords } from './review-cases.ts';

export function ReviewClock({ entry }: { entry: ReviewCase }) {
  const pill = 'inline-flex flex-none items-center gap-1 rounded-full px-2 text-12 leading-5 font-[650]';
  if (entry.decision !== 'waiting') {
    const look = entry.decision === 'kept' ? 'bg-ok-bg text-ok' : 'bg-bad-bg text-bad';
    return <span className={`${pill} ${look}`}>{DECISION_LABELS[entry.decision]}</span>;
  }
  const { words, isUrgent } = clockWords(entry.decideBy, Date.now());
  return (
    <time
      dateTime={entry.decideBy}
      title={`Due ${new Date(entry.decideBy).toLocaleString()}`}
      className={`${pill} tabular-nums ${isUrgent ? 'bg-warn-bg text-warn' : 'bg-sunk text-ink-2'}`}
    >
      <Clock aria-hidden size={12} />
      {words}
    </time>
  );
}
