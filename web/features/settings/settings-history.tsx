import { useQuery } from '@tanstack/react-query';
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
    <ol className="grid gap-4">
      {data.map((entry) => (
        <li key={entry.id} className="grid gap-0.5 text-14">
          {entry.changes.map(({ field, before, after }) => (
            <span key={field} className="break-words">
              <b className="font-[650]">{labelOf(field)}</b>: <s>{settingWords(field, before)}</s>{' '}
              {settingWords(field, after)}
            </span>
          ))}
          <span className="text-13 text-ink-2">
            {entry.actor_name}, <time dateTime={entry.created_at}>{formatAge(entry.created_at)}</time>
          </span>
        </li>
      ))}
    </ol>
  );
}
