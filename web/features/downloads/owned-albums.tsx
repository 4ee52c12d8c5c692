import { type ReactNode, useDeferredValue, useId, useMemo } from 'react';
import type { AlbumDownload } from '#contract/endpoints/downloads.ts';
import { hasEveryKeyword, keywordHaystack, splitKeywords } from '#contract/rules/keyword-filter.ts';
import { OwnedMark } from '#web/components/album-card.tsx';
import { AlbumCover } from '#web/components/album-cover.tsx';
import { AlbumLines } from '#web/components/album-lines.tsx';
import { displaying, filterLabel, noAlbums, noMatches } from '#web/components/album-list-messages.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { KeywordField } from '#web/components/keyword-field.tsx';
import { Pager, pageOf } from '#web/components/pager.tsx';
import { EmptyState, Notice } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { Trans } from '#web/components/trans.tsx';
import type { ViewStatus } from '#web/components/view-meter.tsx';
import { formatBytes } from '#web/lib/files.ts';
import { formatDate } from '#web/lib/formats.ts';
import { openHelp } from '#web/lib/help.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { useTypedSearch } from '#web/lib/use-typed-search.ts';
import { DownloadAllBar } from './download-all-bar.tsx';
import { ZipButton, ZipProgress } from './zip-downloads.tsx';

const LIST_ID = 'owned-albums';
const EAGER_COVERS = 2;

function haystackOf({ album }: AlbumDownload): string {
  const [event] = album.events;
  return event ? keywordHaystack({ album, event }) : album.team_name.toLowerCase();
}

type OwnedAlbumsProps = {
  downloads: readonly AlbumDownload[];
  focusedAlbumId: number | undefined;
  /** Undefined while the views are not known yet. */
  statusOf: (albumId: number) => ViewStatus | undefined;
  /** The id names the title of the card. */
  shareOf: (download: AlbumDownload, titleId: string) => ReactNode;
  swapOf: (download: AlbumDownload) => ReactNode;
};

export function OwnedAlbums({ downloads, focusedAlbumId, statusOf, shareOf, swapOf }: OwnedAlbumsProps) {
  const { typed, type, page: wantedPage } = useTypedSearch();
  const filterText = useDeferredValue(typed);
  const matching = useMemo(() => {
    const keywords = splitKeywords(filterText);
    const isFocused = ({ album }: AlbumDownload) => Number(album.id === focusedAlbumId);
    return (
      downloads
        .filter((download) => hasEveryKeyword(haystackOf(download), keywords))
        // The album that a link leads to comes first, so that it is on the first page.
        .toSorted((a, b) => isFocused(b) - isFocused(a))
    );
  }, [downloads, filterText, focusedAlbumId]);
  const { page, pageCount, shown } = pageOf(matching, wantedPage);
  if (downloads.length === 0) return <NothingOwned />;
  return (
    <div id={LIST_ID} className="grid gap-5">
      <KeywordField
        label={filterLabel()}
        placeholder={i18n.t('Team, division, event, city or number')}
        value={typed}
        onChange={type}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-14 text-ink-2 tabular-nums">
          {matching.length > 0 ? displaying(shown.length, matching.length) : noMatches()}
        </p>
        <DownloadAllBar downloads={downloads} />
      </div>
      <ul className="grid gap-x-6 gap-y-10 desk:grid-cols-2 wide:grid-cols-3">
        {shown.map((download, index) => (
          <li key={download.id}>
            <OwnedAlbumCard
              download={download}
              isEager={index < EAGER_COVERS}
              isFocused={download.album.id === focusedAlbumId}
              status={statusOf(download.album.id)}
              shareOf={shareOf}
              swap={swapOf(download)}
            />
          </li>
        ))}
      </ul>
      <Pager page={page} pageCount={pageCount} listId={LIST_ID} />
    </div>
  );
}

function NothingOwned() {
  return (
    <EmptyState
      title={noAlbums()}
      sentence={i18n.t('Albums you buy show up here right away, without a watermark and ready to download.')}
      link={{ to: paths.home, label: i18n.t('Find albums') }}
    />
  );
}

type OwnedAlbumCardProps = {
  download: AlbumDownload;
  isEager: boolean;
  /** True for the album a link led to; it is outlined. */
  isFocused: boolean;
  status: ViewStatus | undefined;
  shareOf: OwnedAlbumsProps['shareOf'];
  swap: ReactNode;
};

function bringIntoView(card: HTMLElement | null): void {
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: 'center' });
}

function OwnedAlbumCard(props: OwnedAlbumCardProps) {
  const { download, isEager, isFocused, status, shareOf, swap } = props;
  const { album } = download;
  const titleId = useId();
  const event = album.events[0];
  return (
    <article
      id={`album-${album.id}`}
      aria-labelledby={titleId}
      tabIndex={-1}
      ref={isFocused ? bringIntoView : undefined}
      className={`group grid scroll-mt-24 content-start gap-3 rounded-card outline-offset-8 ${isFocused ? 'outline-2 outline-spot' : 'outline-none'}`}
    >
      <Link to={paths.userAlbum(album.id)} tabIndex={-1} aria-hidden className="rounded-card">
        <AlbumCover album={album} isEager={isEager} deskWidth="min(640px, 47vw)" />
      </Link>
      <div className="text-14 leading-[1.45] text-ink-2">
        <h3 id={titleId} className="text-18 leading-tight font-[750] tracking-[-0.02em] text-ink">
          <span className="sr-only">
            {i18n.t('Performance {number}', { number: album.performance_order })},{' '}
          </span>
          {album.program_name} <span className="font-medium text-ink-2">{album.team_name}</span>
        </h3>
        {event && <AlbumLines album={album} event={event} />}
      </div>
      <OwnedMark status={status} />
      <Status download={download} />
      <div className="flex flex-wrap gap-2">
        <ZipButton
          download={download}
          label={i18n.t('Download zip')}
          aria-describedby={titleId}
          className="flex-1 desk:flex-none"
        />
        <Link
          to={paths.userAlbum(album.id)}
          aria-describedby={titleId}
          className={`${buttonStyle('line')} flex-1 desk:flex-none`}
        >
          {i18n.t('View Album')}
        </Link>
        {!download.is_suspended && shareOf(download, titleId)}
      </div>
      <div>
        <ZipProgress id={download.id} />
        <p className="flex flex-wrap items-center gap-x-4 text-14 text-ink-2">
          <span>
            <Trans
              id="Yours since <time>{date}</time>"
              values={{ date: formatDate(download.bought_at) }}
              components={{ time: <time dateTime={download.bought_at} /> }}
            />
          </span>
          {download.order_key !== null && (
            <TextLink to={paths.receipt(download.order_key)} aria-describedby={titleId}>
              {i18n.t('Receipt')}
            </TextLink>
          )}
          {swap}
        </p>
      </div>
    </article>
  );
}

function Status({ download }: { download: AlbumDownload }) {
  const isUsedUp = download.downloads_used >= download.downloads_max;
  return (
    <>
      <DownloadsMeter download={download} />
      {download.is_suspended && (
        <Notice tone="info">
          {i18n.t(
            'Your bank is looking into this payment, so the album is on hold. It’s back as soon as that’s settled.',
          )}
        </Notice>
      )}
      {isUsedUp && !download.is_suspended && (
        <Notice tone="info">
          <p>
            {i18n.t('You’ve used all {count} downloads. Need more? Just ask us.', {
              count: download.downloads_max,
            })}
          </p>
          <Button kind="line" size="small" className="mt-2 mb-1" onClick={() => openHelp('chat')}>
            {i18n.t('Help')}
          </Button>
        </Notice>
      )}
    </>
  );
}

function DownloadsMeter({ download }: { download: AlbumDownload }) {
  const { photos, size_bytes, downloads_used, downloads_max } = download;
  const left = Math.max(0, downloads_max - downloads_used);
  return (
    <div className="grid gap-[7px] text-13 text-ink-2">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          <Trans
            id="<b>{used} of {most}</b> downloads used"
            values={{ used: downloads_used, most: downloads_max }}
            components={{ b: <b className="font-bold text-ink tabular-nums" /> }}
          />
        </span>
        <span className="tabular-nums">
          {i18n.t('{count, plural, one {# photo} other {# photos}}, {size}', {
            count: photos,
            size: formatBytes(size_bytes),
          })}
        </span>
      </p>
      <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-line">
        <i
          className={`block h-full rounded-full ${left === 0 ? 'bg-bad' : left <= 3 ? 'bg-warn' : 'bg-ink'}`}
          style={{ width: `${Math.min(100, (downloads_used / Math.max(1, downloads_max)) * 100)}%` }}
        />
      </span>
    </div>
  );
}
