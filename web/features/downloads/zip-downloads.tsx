import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ComponentProps } from 'react';
import { type AlbumDownload, downloadEndpoints } from '#contract/endpoints/downloads.ts';
import type { CardDownload } from '#web/components/album-card.tsx';
import { Button } from '#web/components/button.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { requestApi } from '#web/lib/api.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { wait } from '#web/lib/clock.ts';
import { i18n } from '#web/lib/i18n.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { readSession } from '#web/lib/session.ts';
import { createStore, useStore } from '#web/lib/storage.ts';
import { myDownloadsQuery, saveFile } from './downloads.query.ts';

// The browser downloads zips itself, so that an interrupted download resumes; the server counts those that
// have arrived. The state lives outside React, so that leaving the page stops nothing.

type ZipState =
  | { phase: 'asking' }
  | { phase: 'preparing'; progress: number }
  | { phase: 'started' }
  | { phase: 'arrived' }
  | { phase: 'failed'; message: string };

type ZipDownloads = {
  zips: Readonly<Record<number, ZipState | undefined>>;
  queue: { ids: readonly number[]; position: number } | undefined;
};

const ASK_AGAIN_MS = 1_500;
const LOOK_AGAIN_MS = 4_000;
const LOOK_AT_MAX_MS = 60 * 60 * 1000;

const store = createStore<ZipDownloads>({ zips: {}, queue: undefined });
export const useZipDownloads = () => useStore(store);

let leaveWaiting = () => {};
let queueRun = 0;

function show(id: number, state: ZipState): void {
  const current = store.read();
  store.write({ ...current, zips: { ...current.zips, [id]: state } });
}

async function askForAddress(id: number) {
  for (;;) {
    const { status, data } = await requestApi(downloadEndpoints.downloadAlbum, { params: { id } });
    if (status !== 202) return data;
    show(id, { phase: 'preparing', progress: (data as unknown as { progress: number }).progress });
    await wait(ASK_AGAIN_MS);
  }
}

async function countedDownloads(id: number): Promise<number | undefined> {
  const { albums } = await queryClient.fetchQuery({ ...myDownloadsQuery, staleTime: 0 });
  return albums.find((album) => album.id === id)?.downloads_used;
}

/** Polls the download count while the page is visible. */
async function pollDownload(id: number, usedBefore: number): Promise<void> {
  const until = Date.now() + LOOK_AT_MAX_MS;
  while (Date.now() < until && readSession().isLoggedIn) {
    await wait(LOOK_AGAIN_MS);
    if (store.read().zips[id]?.phase !== 'started') return;
    if (document.hidden) continue;
    const used = await countedDownloads(id).catch(() => undefined);
    if (used !== undefined && used > usedBefore) return show(id, { phase: 'arrived' });
  }
}

/** Resolves when the download has arrived or failed. */
async function runZip(id: number): Promise<void> {
  show(id, { phase: 'asking' });
  try {
    const { url, downloads_used } = await askForAddress(id);
    saveFile(url);
    show(id, { phase: 'started' });
    await pollDownload(id, downloads_used);
  } catch (error) {
    show(id, { phase: 'failed', message: messageOf(error) });
    if (isApiError(error, 'downloads_used_up')) void queryClient.invalidateQueries(myDownloadsQuery);
  }
}

function isUnderWay(state: ZipState | undefined): boolean {
  return state?.phase === 'asking' || state?.phase === 'preparing';
}

export const canDownload = ({ is_suspended, downloads_used, downloads_max }: AlbumDownload) =>
  !is_suspended && downloads_used < downloads_max;

/** Zips are downloaded one at a time, so that a weak connection is not split. */
export async function downloadAllZips(ids: readonly number[]): Promise<void> {
  queueRun += 1;
  const run = queueRun;
  for (const [position, id] of ids.entries()) {
    store.write({ ...store.read(), queue: { ids, position } });
    await Promise.race([
      runZip(id),
      new Promise<void>((resolve) => {
        leaveWaiting = resolve;
      }),
    ]);
    if (run !== queueRun) return;
  }
  store.write({ ...store.read(), queue: undefined });
}

export const startNextZip = () => leaveWaiting();

export function stopQueue(): void {
  queueRun += 1;
  leaveWaiting();
  store.write({ ...store.read(), queue: undefined });
}

function wordsOf(state: ZipState | undefined): string {
  switch (state?.phase) {
    case 'asking':
      return i18n.t('Getting your photos…');
    case 'preparing':
      return i18n.t('Packing your photos, {percent}%. The download starts on its own.', {
        percent: Math.floor(state.progress * 100),
      });
    case 'started':
      return i18n.t(
        'Your browser is downloading it. If the connection drops, it picks up where it left off.',
      );
    case 'arrived':
      return i18n.t('Downloaded');
    case 'failed':
      return state.message;
    default:
      return '';
  }
}

type ZipButtonProps = Pick<ComponentProps<typeof Button>, 'kind' | 'className' | 'aria-describedby'> & {
  /** Undefined while the downloads load. */
  download: AlbumDownload | undefined;
  label: string;
};

export function ZipButton({ download, label, ...look }: ZipButtonProps) {
  const state = useZipDownloads().zips[download?.id ?? 0];
  return (
    <Button
      icon={Download}
      disabled={!download || !canDownload(download)}
      isBusy={isUnderWay(state)}
      onClick={() => download && void runZip(download.id)}
      {...look}
    >
      {label}
    </Button>
  );
}

/** The element is always in the page, so that screen readers announce progress. */
export function ZipProgress({ id }: { id: number }) {
  const state = useZipDownloads().zips[id];
  const isBad = state?.phase === 'failed';
  return (
    <div className={state ? 'grid gap-2' : ''}>
      {state?.phase === 'preparing' && (
        <ProgressBar label={i18n.t('Packing your photos')} value={state.progress} max={1} isThin />
      )}
      <p role="status" className={`text-14 ${isBad ? 'font-medium text-bad' : 'text-ink-2'}`}>
        {wordsOf(state)}
      </p>
    </div>
  );
}

/** Returns undefined while the downloads load. */
export function useAlbumDownload(albumId: number): AlbumDownload | undefined {
  return useQuery(myDownloadsQuery).data?.albums.find(({ album }) => album.id === albumId);
}

export const downloadOnCard: CardDownload = (albumId, titleId) => (
  <DownloadOnCard albumId={albumId} titleId={titleId} />
);

function DownloadOnCard({ albumId, titleId }: { albumId: number; titleId: string }) {
  const download = useAlbumDownload(albumId);
  return (
    <>
      <ZipButton
        download={download}
        label={i18n.t('Download')}
        kind="line"
        aria-describedby={titleId}
        className="flex-1 px-[15px]! desk:flex-none"
      />
      {download && (
        <div className="basis-full">
          <ZipProgress id={download.id} />
        </div>
      )}
    </>
  );
}
