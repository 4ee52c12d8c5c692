import { Archive, BellOff, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { AlbumAction } from '#contract/endpoints/album-batches.ts';
import type { ListedAlbum } from '#contract/entities/admin-album.ts';
import type { albumList } from '#contract/lists/albums.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { FLOATING_PILL, OverPane, TOOLBAR_ACTION } from '#web/components/floating-toolbar.tsx';
import { BulkBar } from '#web/components/list/bulk-bar.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { countOf } from '#web/lib/count-words.ts';
import type { ListRows } from '#web/lib/lists/list-rows.ts';
import type { ListState } from '#web/lib/lists/use-list-state.ts';
import type { Selection } from '#web/lib/lists/use-selection.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { ACTION_WORDS, progressWords } from './bulk-words.ts';
import { FewPhotosDialog } from './few-photos-dialog.tsx';
import { type BatchProgress, useChangeAlbums } from './use-change-albums.ts';

const ICONS = { publish: Eye, publish_quietly: BellOff, unpublish: EyeOff, prepare_zips: Archive } as const;

type AlbumBulkBarProps = {
  state: ListState<typeof albumList>;
  rows: ListRows<ListedAlbum>;
  selection: Selection<ListedAlbum>;
  /** An album to publish or unpublish without selecting it. */
  album: ListedAlbum | undefined;
  onAlbumDone: () => void;
  onDone: () => void;
};

export function AlbumBulkBar({ state, rows, selection, album, onAlbumDone, onDone }: AlbumBulkBarProps) {
  const { change, isBusy, progress } = useChangeAlbums();
  const [selectedAction, setSelectedAction] = useState<AlbumAction>();
  const { count } = selection;
  const asked = selectedAction ?? (album && (album.published_at ? 'unpublish' : 'publish'));
  const close = () => {
    setSelectedAction(undefined);
    onAlbumDone();
  };
  const confirm = (action: AlbumAction) => {
    close();
    if (album) change.mutate({ action, ids: [album.id] });
    else change.mutate({ action, ...selectedAlbums(state, selection) }, { onSuccess: onDone });
  };
  useHotkeys(
    {
      p: (event) => {
        if (count === 0) return;
        event.preventDefault();
        if (!isBusy) setSelectedAction(state.filters.state === 'published' ? 'unpublish' : 'publish');
      },
    },
    { isFirst: true },
  );
  if (progress) return <ProgressNote progress={progress} />;
  return (
    <>
      <BulkBar noun="album" selection={selection} rows={rows} isPane>
        {(Object.keys(ACTION_WORDS) as AlbumAction[]).map((action) => {
          const Icon = ICONS[action];
          return (
            <button
              key={action}
              type="button"
              disabled={isBusy}
              onClick={() => setSelectedAction(action)}
              className={`${TOOLBAR_ACTION} disabled:opacity-50`}
            >
              <Icon aria-hidden size={17} />
              {ACTION_WORDS[action].label}
            </button>
          );
        })}
      </BulkBar>
      <FewPhotosDialog
        error={change.error}
        isBusy={change.isPending}
        onConfirm={() =>
          change.variables &&
          change.mutate({ ...change.variables, few_photos_ok: true }, { onSuccess: onDone })
        }
        onCancel={() => change.reset()}
      />
      {asked && (
        <ConfirmDialog
          title={`${ACTION_WORDS[asked].ask} ${countOf(album ? 1 : count, 'album')}?`}
          sentence={ACTION_WORDS[asked].sentence}
          confirmLabel={ACTION_WORDS[asked].label}
          onConfirm={() => confirm(asked)}
          onCancel={close}
        />
      )}
    </>
  );
}

function selectedAlbums({ filters }: ListState<typeof albumList>, selection: Selection<ListedAlbum>) {
  if (!selection.isAll) return { ids: selection.ids.map(Number) };
  return { filter: filters, except: selection.except.map(Number), expected: selection.count };
}

function ProgressNote({ progress }: { progress: BatchProgress }) {
  const words = progressWords(progress.action, progress.done, progress.total);
  return (
    <OverPane>
      <div
        role="status"
        className={`${FLOATING_PILL} w-80! flex-col items-stretch! gap-2! rounded-card! px-4! py-3! desk:bottom-12`}
      >
        <span className="tabular-nums">{words}</span>
        <ProgressBar label={words} value={progress.done} max={progress.total} isThin />
      </div>
    </OverPane>
  );
}
