import { History, HistoryTitle } from '#web/components/history.tsx';
import { ACTIONS, shownChanges, titleOf } from './album-history-words.ts';
import { albumHistoryKey, readAlbumHistory } from './album-panel.query.ts';

/** What was done to the album: who, when, before and after. */
export function AlbumHistory({ albumId }: { albumId: number }) {
  return (
    <History
      label="History"
      queryKey={albumHistoryKey(albumId)}
      read={readAlbumHistory(albumId)}
      words={ACTIONS}
      titleOf={titleOf}
      fileName={`history-of-album-${albumId}.csv`}
      nothing="Nothing has been changed yet."
      isInPane
    >
      {(entry) => (
        <div className="grid gap-0.5 py-2.5 text-13">
          <HistoryTitle title={titleOf(entry)} at={entry.created_at} />
          {entry.actor_name !== null && <span className="text-ink-2">{entry.actor_name}</span>}
          {shownChanges(entry).map(({ label, before, after }) => (
            <span key={label} className="break-words text-ink-2">
              {label}: {before && <s>{before}</s>} {after || (before && 'none')}
            </span>
          ))}
        </div>
      )}
    </History>
  );
}
