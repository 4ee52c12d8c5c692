import { useState } from 'react';
import type { AlbumAction } from '#contract/endpoints/album-batches.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import type { AdminAlbum } from './admin-albums.types.ts';
import { type AlbumSelection, countChosen } from './album-selection.ts';
import { ACTION_WORDS } from './bulk-words.ts';
import type { AlbumListing } from './list-place.ts';
import { ProgressNote, SelectionBar } from './selection-bar.tsx';
import { filterQuery } from './staff-catalogue.query.ts';
import type { ChosenAlbums } from './use-album-selection.ts';
import { type AlbumsChange, useChangeAlbums } from './use-change-albums.ts';

function toChange(
  action: AlbumAction,
  selection: AlbumSelection,
  listing: AlbumListing,
  count: number,
): AlbumsChange {
  if (!selection.isAll) return { action, ids: [...selection.chosen] };
  return { action, filter: filterQuery(listing), except: [...selection.except], expected: count };
}

type SelectedAlbumsProps = {
  listing: AlbumListing;
  total: number;
  chosen: ChosenAlbums;
  /** One album that is to be published, or taken back, without being selected. */
  row: AdminAlbum | undefined;
  isChoosing: boolean;
  onRowDone: () => void;
  onDone: () => void;
};

/** What can be done to the selected albums: asked with their number, done once, and taken back within ten seconds. */
export function SelectedAlbums(props: SelectedAlbumsProps) {
  const { listing, total, chosen, row, isChoosing, onRowDone, onDone } = props;
  const { change, isBusy, progress } = useChangeAlbums();
  const [chosenAction, setChosenAction] = useState<AlbumAction>();
  const count = countChosen(chosen.selection, total);
  const asked = chosenAction ?? (row && (row.published_at ? 'unpublish' : 'publish'));
  const close = () => {
    setChosenAction(undefined);
    onRowDone();
  };
  const clear = () => {
    chosen.clear();
    onDone();
  };
  const confirm = (action: AlbumAction) => {
    close();
    if (row) change.mutate({ action, ids: [row.id] });
    else change.mutate(toChange(action, chosen.selection, listing, count), { onSuccess: clear });
  };
  useHotkeys(
    {
      p: (event) => {
        if (count === 0) return;
        event.preventDefault();
        if (!isBusy) setChosenAction(listing.state === 'published' ? 'unpublish' : 'publish');
      },
      escape: (event) => {
        if (count === 0) return;
        event.preventDefault();
        clear();
      },
    },
    { isFirst: true },
  );
  if (progress) return <ProgressNote progress={progress} />;
  return (
    <>
      {(count > 0 || isChoosing) && (
        <SelectionBar
          count={count}
          total={total}
          isBusy={isBusy}
          onAction={setChosenAction}
          onAll={chosen.chooseAll}
          onClear={clear}
        />
      )}
      {asked && (
        <ConfirmDialog
          title={`${ACTION_WORDS[asked].ask} ${countOf(row ? 1 : count, 'album')}?`}
          sentence={ACTION_WORDS[asked].sentence}
          confirmLabel={ACTION_WORDS[asked].label}
          onConfirm={() => confirm(asked)}
          onCancel={close}
        />
      )}
    </>
  );
}
