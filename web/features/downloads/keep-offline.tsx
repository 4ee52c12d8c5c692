import { CloudDownload, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Image, UserFoundAlbum } from '#contract/entities/album.ts';
import { Button } from '#web/components/button.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { formatBytes } from '#web/lib/files.ts';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import {
  canKeepAlbums,
  keepAlbum,
  removeOfflineAlbum,
  useOfflineAlbum,
  useOfflineAlbums,
} from '#web/lib/offline-albums.ts';
import { useIsOnline } from '#web/lib/use-is-online.ts';

type KeepOfflineProps = { found: UserFoundAlbum; images: readonly Image[]; token: string };

const NO_SPACE = /*i18n*/ 'There isn’t enough room on this device. Free up some space and try again.';

function sentenceOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return i18n.t(NO_SPACE);
  return error instanceof Error && !(error instanceof TypeError)
    ? error.message
    : i18n.t('We lost the connection. Please try again.');
}

/** Keeps an owned album on this device, so that it opens without a network. */
export function KeepOffline({ found, images, token }: KeepOfflineProps) {
  const kept = useOfflineAlbum(found.album.id);
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
        {i18n.t('On this device, {size}', { size: formatBytes(kept.sizeBytes) })}
        <Button
          icon={Trash2}
          kind="ghost"
          size="small"
          onClick={() => void removeOfflineAlbum(found.album.id)}
        >
          {i18n.t('Remove')}
        </Button>
      </p>
    );
  }
  return (
    <div className="grid gap-2">
      <Button
        icon={CloudDownload}
        kind="line"
        isBusy={done !== undefined}
        disabled={!isOnline}
        onClick={() => void keep()}
      >
        {done === undefined
          ? i18n.t('Save offline')
          : i18n.t('Saving {done} of {count}', { done, count: images.length })}
      </Button>
      {done !== undefined && (
        <ProgressBar label={i18n.t('Saving the album')} value={done} max={images.length} isThin />
      )}
      <p role="status" className="text-14 font-medium text-bad empty:hidden">
        {problem}
      </p>
    </div>
  );
}

/** Without a network, the purchases page shows this list, because only these albums can be opened. */
export function OfflineAlbumList() {
  const kept = useOfflineAlbums();
  if (kept.length === 0) {
    return (
      <EmptyState
        title={i18n.t('You’re offline')}
        sentence={i18n.t('Albums you save offline open here without a connection.')}
        link={{ to: paths.home, label: i18n.t('Albums') }}
      />
    );
  }
  return (
    <section className="grid gap-3">
      <h2 className="text-18 font-[750] tracking-[-0.02em]">{i18n.t('On this device')}</h2>
      <ul className="grid divide-y divide-line">
        {kept.map(({ found: { album }, images, sizeBytes }) => (
          <li key={album.id}>
            <Link to={paths.userAlbum(album.id)} className="grid min-h-14 content-center rounded-tile py-2">
              <b className="text-16 font-[650]">{teamName(album)}</b>
              <span className="text-14 text-ink-2 tabular-nums">
                {i18n.t('{count, plural, one {# photo} other {# photos}}, {size}', {
                  count: images.length,
                  size: formatBytes(sizeBytes),
                })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
