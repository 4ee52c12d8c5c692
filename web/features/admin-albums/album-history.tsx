import { useQuery } from '@tanstack/react-query';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { formatAge } from '#web/lib/formats.ts';
import { shownChanges, titleOf } from './album-history-words.ts';
import { albumHistoryQuery } from './album-panel.query.ts';

/** What staff did to the album: who, when, before and after. */
export function AlbumHistory({ albumId }: { albumId: number }) {
  const { data: entries, error, refetch } = useQuery(albumHistoryQuery(albumId));
  if (error && !entries) return <FailedState error={error} onRetry={refetch} />;
  if (!entries) return <Skeleton label="Loading history" className="h-40" />;
  if (entries.length === 0) return <p className="py-2 text-14 text-ink-2">Staff have changed nothing yet.</p>;
  return (
    <ol aria-label="History" className="grid">
      {entries.map((entry) => (
        <li key={entry.id} className="grid gap-0.5 border-line py-2.5 text-13 not-last:border-b">
          <span className="flex justify-between gap-3">
            <b className="font-[650]">{titleOf(entry)}</b>
            <time dateTime={entry.created_at} title={entry.created_at} className="flex-none text-ink-2">
              {formatAge(entry.created_at)}
            </time>
          </span>
          <span className="text-ink-2">{entry.actor_name}</span>
          {shownChanges(entry).map(({ label, before, after }) => (
            <span key={label} className="break-words text-ink-2">
              {label}: {before && <s>{before}</s>} {after || (before && 'none')}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}
