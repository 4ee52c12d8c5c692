import { type ReactNode, useId } from 'react';
import type { AlbumDownload } from '#contract/endpoints/downloads.ts';
import { AlbumCover } from '#web/components/album-cover.tsx';
import { AlbumLines } from '#web/components/album-lines.tsx';
import { Button } from '#web/components/button.tsx';
import { buttonStyle } from '#web/components/button-style.ts';
import { Notice } from '#web/components/notice.tsx';
import { OwnedMark } from '#web/components/owned-mark.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import type { ViewStanding } from '#web/components/view-meter.tsx';
import { formatDate } from '#web/lib/formats.ts';
import { openHelp } from '#web/lib/help.ts';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { DownloadsMeter } from './downloads-meter.tsx';
import { ZipButton, ZipProgress } from './zip-action.tsx';

type OwnedAlbumCardProps = {
  download: AlbumDownload;
  isEager: boolean;
  /** True for the album a link led to; it is outlined. */
  isFocused: boolean;
  standing: ViewStanding | undefined;
  swap: ReactNode;
};

function bringIntoView(card: HTMLElement | null): void {
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: 'center' });
}

export function OwnedAlbumCard(props: OwnedAlbumCardProps) {
  const { download, isEager, isFocused, standing, swap } = props;
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
          <span className="sr-only">Order {album.performance_order}, </span>
          {album.program_name} <span className="font-medium text-ink-2">{album.team_name}</span>
        </h3>
        {event && <AlbumLines album={album} event={event} />}
      </div>
      <OwnedMark standing={standing} />
      <Standing download={download} />
      <div className="flex flex-wrap gap-2">
        <ZipButton download={download} describedBy={titleId} />
        <Link
          to={paths.userAlbum(album.id)}
          aria-describedby={titleId}
          className={`${buttonStyle('line')} flex-1 desk:flex-none`}
        >
          View Album
        </Link>
      </div>
      <div>
        <ZipProgress id={download.id} />
        <p className="flex flex-wrap items-center gap-x-4 text-14 text-ink-2">
          <span>
            Yours since <time dateTime={download.bought_at}>{formatDate(download.bought_at)}</time>
          </span>
          {download.order_key !== null && (
            <TextLink to={paths.receipt(download.order_key)} aria-describedby={titleId}>
              Receipt
            </TextLink>
          )}
          {swap}
        </p>
      </div>
    </article>
  );
}

function Standing({ download }: { download: AlbumDownload }) {
  const isUsedUp = download.downloads_used >= download.downloads_max;
  return (
    <>
      <DownloadsMeter download={download} />
      {download.is_suspended && (
        <Notice tone="info">
          Your bank is reviewing this payment, so the album is on hold. It returns once that is settled.
        </Notice>
      )}
      {isUsedUp && !download.is_suspended && (
        <Notice tone="info">
          <p>You have used all {download.downloads_max} downloads. Contact us if you need more.</p>
          <Button kind="line" size="small" className="mt-2 mb-1" onClick={() => openHelp('chat')}>
            Help
          </Button>
        </Notice>
      )}
    </>
  );
}
