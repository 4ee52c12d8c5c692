import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { useState } from 'react';
import { buttonStyle } from '#web/components/button-style.ts';
import { FailedState } from '#web/components/failed-state.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { Link } from '#web/lib/navigation.tsx';
import { type AttentionItem, attentionOf } from './attention.ts';
import { overviewQuery } from './overview.query.ts';

const TONES = {
  bad: { icon: CircleAlert, look: 'text-bad' },
  warn: { icon: Clock, look: 'text-warn' },
} as const;

/** A long row of names would push everything else off the screen. */
const LINKS_AT_FIRST = 8;

function AttentionRow({ item }: { item: AttentionItem }) {
  const { icon: Icon, look } = TONES[item.tone];
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? item.links : item.links.slice(0, LINKS_AT_FIRST);
  const hiddenCount = item.links.length - shown.length;
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 border-line border-t py-4">
      <Icon aria-hidden size={22} strokeWidth={1.8} className={look} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <div>
          <h3 className="text-16 font-[650]">{item.title}</h3>
          <p className={`text-14 ${item.tone === 'bad' ? 'text-bad' : 'text-ink-2'}`}>{item.sentence}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {shown.map((link) => (
            <Link
              key={`${link.label} ${link.to}`}
              to={link.to}
              search={link.search}
              className={`${buttonStyle('line', 'small')} max-w-full`}
            >
              <span className="min-w-0 truncate">{link.label}</span>
            </Link>
          ))}
          {hiddenCount > 0 && (
            <button
              type="button"
              onClick={() => setIsWhole(true)}
              className={buttonStyle('line', 'small')}
              aria-label={`Show ${hiddenCount} more: ${item.title}`}
            >
              and {hiddenCount} more
            </button>
          )}
        </div>
      </div>
    </li>
  );
}

function Attention() {
  const { data, error, refetch } = useQuery(overviewQuery);
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton label="Loading what needs attention" className="h-40" />;
  const items = attentionOf(data);
  if (items.length === 0) {
    return (
      <p className="flex items-center gap-2 text-15 font-semibold text-ok">
        <CircleCheck aria-hidden size={20} />
        All caught up
      </p>
    );
  }
  return (
    <ul>
      {items.map((item) => (
        <AttentionRow key={item.name} item={item} />
      ))}
    </ul>
  );
}

export function AttentionCard() {
  return (
    <SectionCard title="Needs attention">
      <Attention />
    </SectionCard>
  );
}
