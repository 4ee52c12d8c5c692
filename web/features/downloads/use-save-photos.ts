import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#web/lib/api-error.ts';
import { downloadPhotos, type OwnPhotos } from './download-photos.ts';
import { BATCH_PHOTOS, loadBatch, shareFiles } from './share-photos.ts';

export type SaveState =
  | { phase: 'idle' }
  | { phase: 'loading'; saved: number; loaded: number }
  /** The files are loaded and wait for a tap. */
  | { phase: 'ready'; saved: number; files: File[] }
  | { phase: 'saved' }
  | { phase: 'downloaded' }
  | { phase: 'failed'; saved: number; message: string };

/** Hands photos to the phone's share sheet in batches. Each batch needs a tap, because browsers ask for one. */
export function useSavePhotos(photos: OwnPhotos) {
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
