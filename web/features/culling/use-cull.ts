import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import {
  type CullAction,
  type CulledPhoto,
  cullingEndpoints,
  type PhotoAction,
} from '#contract/endpoints/culling.ts';
import { photoAddress } from '#web/components/photo.tsx';
import { apiQuery } from '#web/lib/api.ts';
import { countOf } from '#web/lib/formats.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useStore } from '#web/lib/storage.ts';
import { toast } from '#web/lib/toast.ts';
import { type CullBody, type Entry, enqueue, onSaved, ownEntries, refused, saving } from './save-queue.ts';
import { type Decision, decisionOf } from './stacks.ts';

type Change = Omit<CullBody, 'key'>;
type Done = { key: string; albumId: number; before: Entry['sets']; images: readonly number[] };

/** Every decision shows at once and is saved in the background. A refusal restores the previous state. */
export function useCull(album: CullingAlbum) {
  const albumId = album.album.id;
  const { entries, ...state } = useStore(saving);
  const done = useRef<readonly Done[]>([]);
  const [note, setNote] = useState<string>();
  const { data: actions } = useQuery(photoActionsQuery(albumId));
  useFollowOthers(albumId, actions);
  const own = entriesOf(albumId, entries);
  const photos = applyEntries(album.images, own);
  const act = (change: Change) => {
    const key = crypto.randomUUID();
    // Keys may follow each other faster than the page is drawn, so this asks what holds now and not what was drawn.
    const { images } = queryClient.getQueryData(cullingQuery(albumId).queryKey) ?? album;
    const now = applyEntries(images, entriesOf(albumId, saving.read().entries));
    const chosen = now.filter(({ id }) => change.images.includes(id));
    const before = chosen.map((photo) => [photo.id, decisionOf(photo)] as const);
    const sets = chosen.flatMap(({ id }) => {
      const decision = decisionBy(change, id);
      return decision === undefined ? [] : [[id, decision] as const];
    });
    const gone = change.action === 'move' ? change.images : [];
    done.current = [
      ...done.current,
      { key, albumId, before: sets.length > 0 ? before : [], images: change.images },
    ];
    setNote(noteOf(change, chosen));
    enqueue({ albumId, send: { body: { key, ...change } }, sets, gone });
  };
  const undoKey = (key: string, before: Entry['sets'] = []) =>
    enqueue({ albumId, send: { undo: key }, sets: before, gone: [] });
  /** Returns the photos that the undone action was about. */
  const undo = (): readonly number[] => {
    const happened = done.current.filter(({ key }) => !refused.has(key));
    const last = happened.at(-1);
    const earlier = actions?.find(({ can_undo, is_mine }) => can_undo && is_mine);
    if (last) {
      done.current = happened.slice(0, -1);
      undoKey(last.key, last.before);
    } else if (earlier) undoKey(earlier.key);
    setNote(last || earlier ? 'Undone' : 'Nothing to undo');
    return last?.images ?? [];
  };
  return { photos, act, undo, undoKey, note, waiting: own.length, ...state };
}

const entriesOf = (albumId: number, entries: readonly Entry[]) =>
  ownEntries(entries).filter((entry) => entry.albumId === albumId);

function decisionBy({ action, keep }: Change, imageId: number): Decision | undefined {
  if (action === 'keep') return 'kept';
  if (action === 'reject') return 'rejected';
  if (action === 'restore') return null;
  if (action === 'best') return imageId === keep ? 'kept' : 'rejected';
  return undefined;
}

export function applyEntries(
  photos: readonly CulledPhoto[],
  entries: readonly Pick<Entry, 'sets' | 'gone'>[],
): CulledPhoto[] {
  const sets = new Map(entries.flatMap((entry) => entry.sets));
  const gone = new Set(entries.flatMap((entry) => entry.gone));
  return photos.flatMap((photo) => {
    if (gone.has(photo.id)) return [];
    const decision = sets.get(photo.id);
    if (decision === undefined) return [photo];
    return [{ ...photo, is_kept: decision === 'kept', is_rejected: decision === 'rejected' }];
  });
}

// Runs as long as the site is open, because decisions are still saved after the page was left.
onSaved((outcome) => {
  const { entry } = outcome;
  const { queryKey } = cullingQuery(entry.albumId);
  if ('error' in outcome) return void queryClient.invalidateQueries({ queryKey });
  const { action } = outcome;
  const isFetching = queryClient.isFetching({ queryKey }) > 0;
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(
    queryKey,
    (album) => album && { ...album, images: applyEntries(album.images, [entry]) },
  );
  const isUndo = 'undo' in entry.send;
  const message = isUndo && undoneMessage(action);
  if (message) toast(message);
  const isShown = entry.sets.length > 0 && !message;
  if (isFetching || !isShown) void queryClient.invalidateQueries({ queryKey });
  if (saving.read().entries.length > 1) return;
  void queryClient.invalidateQueries({ queryKey: photoActionsQuery(entry.albumId).queryKey });
  void queryClient.invalidateQueries({ queryKey: ['staff'], refetchType: 'none' });
});

/** Colleagues may cull the same album; their decisions arrive and are shown. */
function useFollowOthers(albumId: number, actions: readonly PhotoAction[] | undefined): void {
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (!actions) return;
    const theirs = actions.filter(({ is_mine }) => !is_mine);
    const isNew = ({ key, undone_at }: PhotoAction) => !known.current?.has(`${key} ${undone_at}`);
    const [latest] = known.current ? theirs.filter(isNew) : [];
    known.current = new Set(theirs.map(({ key, undone_at }) => `${key} ${undone_at}`));
    if (!latest) return;
    const message = actionMessage(latest);
    toast(`${latest.actor ?? 'A colleague'}: ${latest.undone_at ? `undid “${message}”` : message}`, {
      id: 'culling-others',
    });
    void queryClient.invalidateQueries({ queryKey: cullingQuery(albumId).queryKey });
  }, [albumId, actions]);
}

const DONE: Record<CullAction, string> = {
  keep: 'Kept',
  reject: 'Rejected',
  restore: 'Cleared the decision on',
  best: 'Kept the best of',
  move: 'Moved',
  rotate: 'Turned',
  cover: 'Changed the cover:',
};

function noteOf({ action, keep }: Change, photos: readonly CulledPhoto[]): string {
  const [first] = photos;
  if (action === 'cover') return 'Changed the cover';
  if (action === 'best') {
    const name = photos.find(({ id }) => id === keep)?.file_name;
    return `Kept ${name}, rejected ${photos.length - 1}`;
  }
  return `${DONE[action]} ${photos.length === 1 ? first?.file_name : countOf(photos.length, 'photo')}`;
}

export function actionMessage({
  kind,
  photos,
  to_title,
}: Pick<PhotoAction, 'kind' | 'photos' | 'to_title'>): string {
  if (kind === 'cover') return 'Changed the cover';
  const target = kind === 'move' && to_title ? ` to ${to_title}` : '';
  return `${DONE[kind]} ${countOf(photos, 'photo')}${target}`;
}

/** Reports photos that somebody else changed in between. */
function undoneMessage({ photos, undone_photos }: PhotoAction): string | undefined {
  const undone = undone_photos ?? 0;
  if (undone === photos) return undefined;
  if (undone === 0) return 'Not undone: somebody changed the photos since';
  return `Undone for ${countOf(undone, 'photo')}. Somebody changed the other ${photos - undone} since`;
}

const TOKEN_FRESH_MS = 10 * 60_000;
const WHILE_TURNING_MS = 2_000;
const OTHERS_MS = 4_000;

export type CullingAlbum = ResponseOf<typeof cullingEndpoints.listCulledPhotos>;

export const cullingQuery = (albumId: number) =>
  apiQuery(['staff', 'culling', albumId], cullingEndpoints.listCulledPhotos, {
    params: { id: albumId },
    // The tokens of the pictures expire soon, and turned photos get new pictures within seconds.
    refetchInterval: ({ state }) =>
      state.data?.images.some(({ is_turning }) => is_turning) ? WHILE_TURNING_MS : TOKEN_FRESH_MS,
  });

export const photoActionsQuery = (albumId: number) =>
  apiQuery(['staff', 'photo-actions', albumId], cullingEndpoints.listPhotoActions, {
    params: { id: albumId },
    isQuiet: true,
    refetchInterval: OTHERS_MS,
  });

const TOKEN_LASTS_MS = 20 * 60_000;

/**
 * A photo keeps the token it was first shown with, because a new one would download it again. A photo that was turned
 * gets the newest token, so that the browser does not show its old picture.
 */
export function useImageAddress({ album, temp_jwt }: CullingAlbum) {
  const kept = useRef(new Map<string, { token: string; atMs: number }>());
  return (photo: CulledPhoto, variant: 'thumb' | 'preview' | 'original') => {
    const name = `${photo.id}/${photo.rotation}/${photo.is_turning}`;
    const known = kept.current.get(name);
    const nowMs = Date.now();
    const isFresh = known && nowMs - known.atMs < TOKEN_LASTS_MS;
    const token = isFresh ? known.token : temp_jwt;
    if (!isFresh) kept.current.set(name, { token, atMs: nowMs });
    return photoAddress(album.uuid, photo.id, variant, token);
  };
}
