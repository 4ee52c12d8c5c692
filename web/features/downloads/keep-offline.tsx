import { CloudDownload, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Image } from '#contract/entities/album.ts';
import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { Button } from '#web/components/button.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { formatBytes } from '#web/lib/files.ts';
import { canKeepAlbums, keepAlbum, removeKeptAlbum, useKeptAlbum } from '#web/lib/kept-albums.ts';
import { useIsOnline } from '#web/lib/use-is-online.ts';

type KeepOfflineProps = { found: UserFoundAlbum; images: readonly Image[]; token: string };

const NO_SPACE = 'This device has no room for the album. Free some space and try again.';

function sentenceOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return NO_SPACE;
  return error instanceof Error && !(error instanceof TypeError)
    ? error.message
    : 'The connection was lost. Please try again.';
}

/** Keeps an owned album on this device, so that it opens without a network. */
export function KeepOffline({ found, images, token }: KeepOfflineProps) {
  const kept = useKeptAlbum(found.album.id);
  const isOnline = useIsOnline();
  const [done, setDone] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const life = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    life.current = controller;
    return () => controller.abort();
  }, []);
  if (!canKeepAlbums()) return null;

  const keep = async () => {
    const { signal } = life.current;
    setProblem(undefined);
    setDone(0);
    try {
      await keepAlbum({ found, images: [...images] }, { token, signal, onProgress: setDone });
    } catch (error) {
      if (!signal.aborted) setProblem(sentenceOf(error));
    }
    setDone(undefined);
  };
  if (kept) {
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-14 text-ink-2">
        On this device, {formatBytes(kept.sizeBytes)}
        <Button kind="ghost" size="small" onClick={() => void removeKeptAlbum(found.album.id)}>
          <Trash2 aria-hidden size={18} strokeWidth={1.8} />
          Remove
        </Button>
      </p>
    );
  }
  return (
    <div className="grid gap-2">
      <Button kind="line" isBusy={done !== undefined} disabled={!isOnline} onClick={() => void keep()}>
        {done === undefined && <CloudDownload aria-hidden size={20} strokeWidth={1.8} />}
        {done === undefined ? 'Keep offline' : `Keeping ${done} of ${images.length}`}
      </Button>
      {done !== undefined && (
        <ProgressBar label="Keeping the album" value={done} max={images.length} isThin />
      )}
      <p role="status" className="text-14 font-medium text-bad empty:hidden">
        {problem}
      </p>
    </div>
  );
}
