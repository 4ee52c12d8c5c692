import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Archive, BellOff, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { SentBody } from '#contract/endpoint.ts';
import { type AlbumAction, type AlbumBatch, albumBatchEndpoints } from '#contract/endpoints/album-batches.ts';
import type { ListedAlbum } from '#contract/entities/staff-event.ts';
import type { albumList } from '#contract/lists/albums.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { BulkAction, BulkBar, FLOATING_PILL, OverPane } from '#web/components/list/bulk-bar.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { callApi } from '#web/lib/api.ts';
import { wait } from '#web/lib/clock.ts';
import { countOf, formatCount } from '#web/lib/formats.ts';
import type { ListRows, ListState } from '#web/lib/lists/list-rows.ts';
import type { Selection } from '#web/lib/lists/use-selection.ts';
import { toast } from '#web/lib/toast.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { FewPhotosDialog, isFewPhotos } from './few-photos-dialog.tsx';

const ICONS = { publish: Eye, publish_quietly: BellOff, unpublish: EyeOff, prepare_zips: Archive } as const;

type AlbumBulkBarProps = {
  rows: ListRows<typeof albumList>;
  selection: Selection<ListedAlbum>;
  /** An album to publish or unpublish without selecting it. */
  album: ListedAlbum | undefined;
  onAlbumDone: () => void;
  onDone: () => void;
};

export function AlbumBulkBar({ rows, selection, album, onAlbumDone, onDone }: AlbumBulkBarProps) {
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
    else change.mutate({ action, ...selectedAlbums(rows.state, selection) }, { onSuccess: onDone });
  };
  useHotkeys(
    {
      p: (event) => {
        if (count === 0) return;
        event.preventDefault();
        if (!isBusy) setSelectedAction(rows.state.filters.state === 'published' ? 'unpublish' : 'publish');
      },
    },
    { isFirst: true },
  );
  if (progress) return <ProgressNote progress={progress} />;
  return (
    <>
      <BulkBar noun="album" selection={selection} isPane>
        {(Object.keys(ACTION_MESSAGES) as AlbumAction[]).map((action) => {
          const Icon = ICONS[action];
          return (
            <BulkAction icon={Icon} key={action} disabled={isBusy} onClick={() => setSelectedAction(action)}>
              {ACTION_MESSAGES[action].label}
            </BulkAction>
          );
        })}
      </BulkBar>
      <FewPhotosDialog change={change} onSuccess={onDone} />
      {asked && (
        <ConfirmDialog
          title={`${ACTION_MESSAGES[asked].ask} ${countOf(album ? 1 : count, 'album')}?`}
          sentence={ACTION_MESSAGES[asked].sentence}
          confirmLabel={ACTION_MESSAGES[asked].label}
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
  const words = progressMessage(progress.action, progress.done, progress.total);
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

type Words = { label: string; ask: string; doing: string; done: string; sentence: string };

const ACTION_MESSAGES: Record<AlbumAction, Words> = {
  publish: {
    label: 'Publish',
    ask: 'Publish',
    doing: 'Publishing',
    done: 'Published',
    sentence: 'Followers of these teams get a message. Albums that are already published do not change.',
  },
  publish_quietly: {
    label: 'Publish quietly',
    ask: 'Quietly publish',
    doing: 'Publishing quietly',
    done: 'Quietly published',
    sentence:
      'Followers can find the albums but get no message. Albums that are already published do not change.',
  },
  unpublish: {
    label: 'Unpublish',
    ask: 'Unpublish',
    doing: 'Unpublishing',
    done: 'Unpublished',
    sentence:
      'Customers cannot find these albums or open their previews until you publish them again. Buyers keep what they bought.',
  },
  prepare_zips: {
    label: 'Rebuild zips',
    ask: 'Rebuild the zips of',
    doing: 'Rebuilding zips',
    done: 'Rebuilding the zips of',
    sentence: 'The zips are built again from the originals. Until then, customers download the current zips.',
  },
};
const BATCH_WORDS = { ...ACTION_MESSAGES, undo: { doing: 'Undoing', done: 'Undone for' } };

export function doneMessage({ action, changed, unchanged, refused }: AlbumBatch): string {
  const rest = [
    unchanged > 0 ? `${formatCount(unchanged)} did not change` : '',
    refused.length > 0 ? `${formatCount(refused.length)} not found` : '',
  ].filter(Boolean);
  const first =
    changed === 0 ? 'Nothing to change' : `${BATCH_WORDS[action].done} ${countOf(changed, 'album')}`;
  return [first, ...rest].join('. ');
}

export function progressMessage(action: AlbumBatch['action'], done: number, total: number): string {
  return `${BATCH_WORDS[action].doing}: ${formatCount(done)} of ${formatCount(total)}`;
}

const POLL_MS = 500;

type AlbumsChange = Omit<SentBody<typeof albumBatchEndpoints.changeAlbums>, 'key'>;
type BatchProgress = Pick<AlbumBatch, 'action'> & { done: number; total: number };

const progressOf = ({ action, changed, unchanged, refused, total }: AlbumBatch): BatchProgress => ({
  action,
  done: changed + unchanged + refused.length,
  total,
});

/** Starts a change of many albums and polls its progress until it is finished. */
function useChangeAlbums() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<BatchProgress>();
  const follow = async (asked: Promise<AlbumBatch>): Promise<AlbumBatch> => {
    let batch = await asked;
    while (!batch.is_finished) {
      setProgress(progressOf(batch));
      await wait(POLL_MS);
      batch = await callApi(albumBatchEndpoints.getAlbumBatch, { params: { key: batch.key } });
    }
    return batch;
  };
  const onSettled = () => {
    setProgress(undefined);
    return queryClient.invalidateQueries({ queryKey: ['staff'] });
  };
  // A dialog asks about albums with very few photos.
  const onError = (error: Error) => {
    if (!isFewPhotos(error)) toast.failure(error);
  };
  const undo = useMutation({
    mutationFn: (key: string) => follow(callApi(albumBatchEndpoints.undoAlbumBatch, { params: { key } })),
    onSuccess: (batch) => toast(doneMessage(batch)),
    onError,
    onSettled,
  });
  const change = useMutation({
    mutationFn: (albums: AlbumsChange) =>
      follow(callApi(albumBatchEndpoints.changeAlbums, { body: { ...albums, key: crypto.randomUUID() } })),
    onSuccess: (batch) => {
      const canUndo = batch.changed > 0 && batch.action !== 'prepare_zips';
      toast.undo(doneMessage(batch), canUndo ? () => undo.mutate(batch.key) : undefined);
    },
    onError,
    onSettled,
  });
  return { change, isBusy: change.isPending || undo.isPending, progress };
}
