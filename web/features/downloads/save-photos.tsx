import { Download, ImageDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { OwnedPhotos } from '#contract/endpoints/downloads.ts';
import type { AlbumOnly, Image } from '#contract/entities/album.ts';
import { Button } from '#web/components/button.tsx';
import { photoAddress } from '#web/components/photo.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { ApiError, messageOf } from '#web/lib/api-error.ts';
import { wait } from '#web/lib/clock.ts';
import { i18n } from '#web/lib/i18n.ts';
import { saveFile } from './downloads.query.ts';

/** "Save to Photos" on phones, and downloads everywhere else. */
export function SavePhotos({ photos }: { photos: OwnPhotos }) {
  return canSharePhotos() ? <SaveToPhotos photos={photos} /> : <DownloadPhotos photos={photos} />;
}

function DownloadPhotos({ photos }: { photos: OwnPhotos }) {
  const [isRunning, setIsRunning] = useState(false);
  const count = photos.images.length;
  const download = async () => {
    setIsRunning(true);
    await downloadPhotos(photos);
    setIsRunning(false);
  };
  return (
    <Button icon={Download} className="h-[50px]!" isBusy={isRunning} onClick={() => void download()}>
      {i18n.t('{count, plural, one {Download} other {Download # photos}}', { count })}
    </Button>
  );
}

function SaveToPhotos({ photos }: { photos: OwnPhotos }) {
  const { state, save, total, batchEnd } = useSavePhotos(photos);
  return (
    <div className="grid gap-2">
      <Button icon={ImageDown} className="h-[50px]!" isBusy={state.phase === 'loading'} onClick={save}>
        {labelOf(state, total, batchEnd)}
      </Button>
      {state.phase === 'loading' && total > 1 && (
        <ProgressBar label={i18n.t('Loading photos')} value={state.saved + state.loaded} max={total} isThin />
      )}
      <p role="status" className="text-center text-14 text-ink-2 empty:hidden">
        {wordsOf(state, total)}
      </p>
      <Button kind="ghost" size="small" onClick={() => void downloadPhotos(photos)}>
        {i18n.t('Download as files instead')}
      </Button>
    </div>
  );
}

function labelOf(state: SaveState, total: number, batchEnd: (saved: number) => number): string {
  if (state.phase === 'ready' && batchEnd(0) < total) {
    return i18n.t('Save photos {first} to {last}', { first: state.saved + 1, last: batchEnd(state.saved) });
  }
  return state.phase === 'failed' ? i18n.t('Try again') : i18n.t('Save to phone');
}

function wordsOf(state: SaveState, total: number): string {
  switch (state.phase) {
    case 'loading':
      return i18n.t('Loading photo {position} of {count}', {
        position: Math.min(state.saved + state.loaded + 1, total),
        count: total,
      });
    case 'ready':
      return state.saved > 0
        ? i18n.t('{saved, plural, one {# photo} other {# photos}} done, {left} to go.', {
            saved: state.saved,
            left: total - state.saved,
          })
        : i18n.t('Ready. Tap again to save.');
    case 'saved':
      return i18n.t(
        '{count, plural, one {Done. Your phone has the photo.} other {Done. Your phone has all # photos.}}',
        { count: total },
      );
    case 'downloaded':
      return i18n.t('Your phone can’t save photos from here, so we’re downloading them as files.');
    case 'failed':
      return state.message;
    default:
      return '';
  }
}

type SaveState =
  | { phase: 'idle' }
  | { phase: 'loading'; saved: number; loaded: number }
  /** The files are loaded and wait for a tap. */
  | { phase: 'ready'; saved: number; files: File[] }
  | { phase: 'saved' }
  | { phase: 'downloaded' }
  | { phase: 'failed'; saved: number; message: string };

/** Hands photos to the phone's share sheet in batches. Each batch needs a tap, because browsers ask for one. */
function useSavePhotos(photos: OwnPhotos) {
  const [state, setState] = useState<SaveState>({ phase: 'idle' });
  const life = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    life.current = controller;
    return () => controller.abort();
  }, []);
  const total = photos.images.length;

  const hand = async (files: File[], saved: number) => {
    const outcome = await shareFiles(files);
    if (outcome === 'shared') {
      const next = saved + files.length;
      if (next >= total) return setState({ phase: 'saved' });
      return load(next, false);
    }
    if (outcome === 'impossible') {
      setState({ phase: 'downloaded' });
      return downloadPhotos({ ...photos, images: photos.images.slice(saved) });
    }
    setState({ phase: 'ready', saved, files });
  };
  const load = async (saved: number, isTapped: boolean): Promise<void> => {
    const { signal } = life.current;
    setState({ phase: 'loading', saved, loaded: 0 });
    try {
      const onLoaded = (loaded: number) => setState({ phase: 'loading', saved, loaded });
      const files = await loadBatch(photos, saved, { onLoaded, signal });
      if (isTapped) await hand(files, saved);
      else setState({ phase: 'ready', saved, files });
    } catch (error) {
      if (!signal.aborted) setState({ phase: 'failed', saved, message: messageOf(error) });
    }
  };
  const save = () => {
    if (state.phase === 'loading') return;
    if (state.phase === 'ready') void hand(state.files, state.saved);
    else void load(state.phase === 'failed' ? state.saved : 0, true);
  };
  return { state, save, total, batchEnd: (saved: number) => Math.min(saved + BATCH_PHOTOS, total) };
}

/** A phone holds a batch in memory until its share sheet has taken it. */
const BATCH_PHOTOS = 10;

/** True on a phone or tablet whose share sheet accepts pictures and so can save them to the photo library. */
export function canSharePhotos(): boolean {
  if (typeof navigator.canShare !== 'function') return false;
  if (!window.matchMedia?.('(pointer: coarse)').matches) return false;
  const sample = new File([new Uint8Array(1)], 'photo.jpg', { type: 'image/jpeg' });
  return navigator.canShare({ files: [sample] });
}

async function loadFile(
  { albumUuid, auth }: OwnPhotos,
  image: OwnPhotos['images'][number],
  signal: AbortSignal,
) {
  const answer = await fetch(photoAddress(albumUuid, image.id, 'original', auth), { signal });
  if (!answer.ok) {
    throw new ApiError({
      status: answer.status,
      code: 'photo_not_loaded',
      message: i18n.t('A photo didn’t load. Please try again.'),
    });
  }
  const picture = await answer.blob();
  return new File([picture], image.file_name, { type: picture.type || 'image/jpeg' });
}

type Loading = { onLoaded: (count: number) => void; signal: AbortSignal };

async function loadBatch(photos: OwnPhotos, start: number, { onLoaded, signal }: Loading): Promise<File[]> {
  const files: File[] = [];
  for (const image of photos.images.slice(start, start + BATCH_PHOTOS)) {
    files.push(await loadFile(photos, image, signal));
    onLoaded(files.length);
  }
  return files;
}

/** `closed` is a change of mind, `needs_tap` means that the browser wants a new tap because loading took long. */
type ShareOutcome = 'shared' | 'closed' | 'needs_tap' | 'impossible';

async function shareFiles(files: File[]): Promise<ShareOutcome> {
  try {
    await navigator.share({ files });
    return 'shared';
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'AbortError') return 'closed';
    return name === 'NotAllowedError' ? 'needs_tap' : 'impossible';
  }
}

/** Originals of one album that the customer may download. */
export type OwnPhotos = {
  albumUuid: string;
  auth: string;
  images: readonly { id: number; file_name: string }[];
};

export const ownPhotosOf = ({ album, auth, images }: OwnedPhotos): OwnPhotos => ({
  albumUuid: album.uuid,
  auth,
  images,
});

/** The originals of photos of an owned album. */
export const ownPhotosIn = (album: AlbumOnly, images: readonly Image[], auth: string): OwnPhotos => ({
  albumUuid: album.uuid,
  auth,
  images: images.map(({ id }) => ({ id, file_name: `${album.identifier || 'photo'}-${id}.jpg` })),
});

/** Browsers drop downloads that start at the same moment. */
const PAUSE_MS = 700;

async function downloadPhotos({ albumUuid, auth, images }: OwnPhotos): Promise<void> {
  for (const [position, image] of images.entries()) {
    if (position > 0) await wait(PAUSE_MS);
    saveFile(photoAddress(albumUuid, image.id, 'original', auth), image.file_name);
  }
}
