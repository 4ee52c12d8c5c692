import { Check } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId, useState } from 'react';
import type { AlbumOnly, Event } from '#contract/entities/album.ts';
import { mayView, VIEWS_EXCEEDED_MESSAGE } from '#contract/rules/albums.ts';
import { formatCents } from '#contract/rules/money.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { buyingSearch, searchFor } from '#web/lib/search-params.ts';
import { wantAlbum } from '#web/lib/wanted-album.ts';
import { AlbumCover } from './album-cover.tsx';
import { AlbumLines } from './album-lines.tsx';
import { buttonStyle } from './button.tsx';
import { ViewMeter, type ViewStatus } from './view-meter.tsx';

type AlbumCardProps = {
  album: AlbumOnly;
  event: Event;
  status: ViewStatus;
  isEager?: boolean;
  /** The CSS width of the card on a desk. */
  deskWidth?: string;
  note?: ReactNode;
};

export function AlbumCard({ album, event, status, isEager, deskWidth, note }: AlbumCardProps) {
  const titleId = useId();
  return (
    <article aria-labelledby={titleId} className="group grid content-start gap-3">
      <Link
        to={paths.eventAlbum(event.id, album.id)}
        onClick={() => wantAlbum(album.id)}
        tabIndex={-1}
        aria-hidden
        className="rounded-card"
      >
        <AlbumCover album={album} isEager={isEager} deskWidth={deskWidth} />
      </Link>
      <div className="text-14 leading-[1.45] text-ink-2">
        <h3 id={titleId} className="text-18 leading-tight font-[750] tracking-[-0.02em] text-ink">
          <span className="sr-only">
            {i18n.t('Performance {number}', { number: album.performance_order })},{' '}
          </span>
          {album.program_name} <span className="font-medium text-ink-2">{album.team_name}</span>
        </h3>
        <AlbumLines album={album} event={event} />
      </div>
      {note}
      {status.owned ? (
        <OwnedMark status={status} />
      ) : (
        <>
          <ViewMeter status={status} />
          {!mayView(status) && <p className="text-13 text-ink-2">{i18n.t(VIEWS_EXCEEDED_MESSAGE)}</p>}
        </>
      )}
      <AlbumCardActions album={album} event={event} status={status} titleId={titleId} />
    </article>
  );
}

type ActionsProps = { album: AlbumOnly; event: Event; status: ViewStatus; titleId: string };

const GROW = 'px-[15px]! flex-1 desk:flex-none';

function ViewButton({ album, event, status, titleId }: ActionsProps) {
  if (!mayView(status)) {
    return (
      <button type="button" disabled className={`${buttonStyle('line')} ${GROW}`} aria-describedby={titleId}>
        {i18n.t('View Album')}
      </button>
    );
  }
  const isFirstThing = status.owned || status.viewsUsed === 0;
  return (
    <Link
      to={paths.eventAlbum(event.id, album.id)}
      onClick={() => wantAlbum(album.id)}
      aria-describedby={titleId}
      className={`${buttonStyle(isFirstThing ? 'ink' : 'line')} ${GROW}`}
    >
      {i18n.t('View Album')}
    </Link>
  );
}

/** Opens the purchase sheet above the album. */
function PurchaseButton({ album, event, titleId }: ActionsProps) {
  return (
    <Link
      to={paths.eventAlbum(event.id, album.id)}
      search={searchFor(buyingSearch, { buy: 'album' })}
      aria-describedby={titleId}
      className={`${buttonStyle('buy')} ${GROW}`}
    >
      {i18n.t('Purchase Album')}
    </Link>
  );
}

/** Cannot be used before the album was viewed. Pressing it says so and offers to view it. */
function ViewFirst({ album, event, titleId }: ActionsProps) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-disabled
        aria-describedby={titleId}
        onClick={() => setIsAsked(true)}
        className={`${buttonStyle('line')} ${GROW} bg-sunk text-ink-2!`}
      >
        {i18n.t('View Before Purchasing')}
      </button>
      <span role="status" className="contents">
        {isAsked && (
          <span className="flex basis-full flex-wrap items-center gap-x-3 rounded-ctl bg-sunk px-3.5 py-1 text-14 text-ink">
            <span className="mr-auto">{i18n.t('Take a look first, then you can buy it.')}</span>
            <Link
              to={paths.eventAlbum(event.id, album.id)}
              onClick={() => wantAlbum(album.id)}
              aria-describedby={titleId}
              className="inline-flex min-h-11 items-center font-[650] underline underline-offset-4"
            >
              {i18n.t('View Album')}
            </Link>
          </span>
        )}
      </span>
    </>
  );
}

function AlbumCardActions(props: ActionsProps) {
  const downloadOf = useContext(CardDownloadContext);
  if (props.status.owned) {
    return (
      <div className="flex flex-wrap gap-2">
        <ViewButton {...props} />
        {downloadOf(props.album.id, props.titleId)}
      </div>
    );
  }
  const price = albumPriceOf(props.event);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <b className="mr-auto flex-[1_0_100%] text-[1.25rem] font-[750] tracking-[-0.02em] tabular-nums desk:flex-none">
        {formatCents(price)}
      </b>
      <ViewButton {...props} />
      {props.status.viewsUsed === 0 ? <ViewFirst {...props} /> : <PurchaseButton {...props} />}
    </div>
  );
}

/** Owners are never blocked, so their count stops at the allowance. */
export function OwnedMark({ status }: { status: ViewStatus | undefined }) {
  return (
    <p className="flex items-center gap-2.5 text-13 text-ink-2">
      <span className="inline-flex h-6 items-center gap-1 rounded-tile bg-ok-bg px-2 text-12 font-[650] text-ok">
        <Check size={15} strokeWidth={2.2} />
        {i18n.t('Already Purchased')}
      </span>
      {status && (
        <span className="tabular-nums">
          {i18n.t('{used} of {allowed} views', {
            used: Math.min(status.viewsUsed, status.viewsAllowed),
            allowed: status.viewsAllowed,
          })}
        </span>
      )}
    </p>
  );
}

/** The download of an owned album on its card. A page provides it, because cards know no feature. */
export type CardDownload = (albumId: number, titleId: string) => ReactNode;

export const CardDownloadContext = createContext<CardDownload>(() => null);
