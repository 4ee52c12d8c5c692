import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { formatAge } from '#web/lib/formats.ts';
import { labelOf, settingWords } from './setting-fields.ts';
import { settingsHistoryQuery } from './settings.query.ts';

export function SettingsHistory() {
  const { data, error, refetch } = useQuery(settingsHistoryQuery);
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading history" className="h-24" />;
  if (data.length === 0) return <p className="text-15 text-ink-2">Nothing has been changed yet.</p>;
  return (
    <ol aria-label="Changes" className="-my-3 grid">
      {data.map((entry) => (
        <li
          key={entry.id}
          className="grid gap-1 border-line py-3 text-14 [contain-intrinsic-size:auto_72px] [content-visibility:auto] not-last:border-b"
        >
          {entry.changes.map(({ field, before, after }) => (
            <p key={field} className="break-words">
              <b className="font-[650]">{labelOf(field)}</b>:{' '}
              <span className="text-ink-2">{settingWords(field, before)}</span>{' '}
              <ArrowRight
                role="img"
                aria-label="became"
                size={14}
                className="inline align-[-2px] text-ink-2"
              />{' '}
              {settingWords(field, after)}
            </p>
          ))}
          <p className="text-13 text-ink-2">
            {entry.actor_name}, <time dateTime={entry.created_at}>{formatAge(entry.created_at)}</time>
          </p>
        </li>
      ))}
    </ol>
  );
}
