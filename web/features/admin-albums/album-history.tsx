import { ChangeLine, History } from '#web/components/history.tsx';
import { shownChanges } from './album-history-words.ts';

export function AlbumHistory({ albumId }: { albumId: number }) {
  return (
    <History
      scope="album"
      subject={albumId}
      nothing="No changes yet."
      isPane
      changes={(entry) => shownChanges(entry).map((change) => <ChangeLine key={change.label} {...change} />)}
    />
  );
}
