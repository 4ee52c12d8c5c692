import { useEffect, useRef } from 'react';
import type { UserFoundAlbum } from '#contract/entities/album.ts';
import { isNearViewLimit, mayView, openUntil, VIEWS_EXCEEDED_MESSAGE } from '#contract/rules/albums.ts';
import { formatCents } from '#contract/rules/money.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import { AlbumCover } from '#web/components/album-cover.tsx';
import { AlbumLines } from '#web/components/album-lines.tsx';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { SaleEnd } from '#web/components/sale-end.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { ViewMeter, type ViewStatus } from '#web/components/view-meter.tsx';
import { type ApiError, freeTimeOf, isApiError, messageOf } from '#web/lib/api-error.ts';
import { useHasPassed } from '#web/lib/clock.ts';
import { browserTimeZone, formatAge, formatTimeOfDay, teamName } from '#web/lib/formats.ts';
import { openHelp } from '#web/lib/help.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { takeWantedAlbum } from '#web/lib/wanted-album.ts';
import { statusOf } from './album-list.ts';
import { useSpendView, type ViewPass } from './view-pass.ts';

type AlbumDoorProps = {
  found: UserFoundAlbum;
  onOpened: (pass: ViewPass) => void;
  /** Opens the purchase sheet. */
  onBuy: () => void;
};

/** Only a press uses a view: here, or on the card that led here. */
export function AlbumDoor({ found, onOpened, onBuy }: AlbumDoorProps) {
  const { album, event } = found;
  const wantsToBuy = useRef(false);
  const open = useSpendView(found, (pass) => {
    onOpened(pass);
    if (wantsToBuy.current) onBuy();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the press on a card counts once, when this page opens
  useEffect(() => {
    if (takeWantedAlbum(album.id)) open.mutate();
  }, []);
  const status = statusOf(found);
  const openElsewhere = useOpenUntil(found);
  const overBudget = findQuotaError(open.error);
  const isExceeded = !openElsewhere && (isApiError(open.error, 'views_exceeded') || !mayView(status));
  const isViewed = status.viewsUsed > 0;
  /** An album has to be viewed once before it can be bought, so the first press also opens it. */
  const buy = () => {
    if (isViewed) return onBuy();
    wantsToBuy.current = true;
    open.mutate();
  };
  return (
    <div className="mx-auto grid w-full max-w-[560px] gap-6 px-4 pt-2 pb-10 desk:pt-8">
      <AlbumCover album={album} isEager />
      <header className="grid gap-1">
        <h1
          tabIndex={-1}
          className="text-28 leading-tight font-extrabold tracking-[-0.03em] text-balance desk:text-36"
        >
          {teamName(album)}
        </h1>
        <AlbumLines album={album} event={event} className="text-ink-2" />
        <SaleEnd event={event} />
      </header>
      <section aria-label={i18n.t('Open the album')} className="grid gap-4 rounded-card bg-surface p-5">
        {event.archived && !isViewed ? (
          <Archived />
        ) : isExceeded ? (
          <Exceeded found={found} onBuy={onBuy} />
        ) : overBudget ? (
          <OverBudget found={found} error={overBudget} onBuy={onBuy} />
        ) : (
          <>
            <ErrorNotice error={open.error} />
            <div className="grid grid-cols-2 gap-2">
              <Button isBusy={open.isPending} onClick={() => open.mutate()} className="h-[50px]!">
                {i18n.t('View Album')}
              </Button>
              {!event.archived && (
                <Button
                  kind="buy"
                  aria-haspopup="dialog"
                  disabled={open.isPending}
                  onClick={buy}
                  className="h-[50px]!"
                >
                  {isViewed ? i18n.t('Buy') : i18n.t('View and buy')}
                </Button>
              )}
            </div>
            {isNearViewLimit(status) && !openElsewhere && <ViewMeter status={status} />}
            <p className="text-14 text-ink-2">{describeOpening(status, openElsewhere)}</p>
          </>
        )}
      </section>
    </div>
  );
}

/** Until when the album is still open by a view on another device, or undefined. */
function useOpenUntil({ user_album_views }: UserFoundAlbum): Date | undefined {
  const until = openUntil(user_album_views, new Date());
  return useHasPassed(until?.getTime() ?? 0) ? undefined : until;
}

function describeOpening(status: ViewStatus, openElsewhere: Date | undefined): string {
  if (openElsewhere) {
    const clock = formatTimeOfDay(openElsewhere.toISOString(), browserTimeZone());
    // In Spanish the article in front of the time depends on the hour.
    const time = i18n.t('{hour, plural, other {{clock}}}', { hour: Number.parseInt(clock, 10), clock });
    return i18n.t(
      'You opened this album a little while ago. Until {time} you can look again without using a view.',
      { time },
    );
  }
  if (!isNearViewLimit(status)) return i18n.t('Take your time: look first, then decide.');
  const left = status.viewsAllowed - status.viewsUsed;
  return i18n.t(
    'You have {left, plural, one {# view} other {# views}} left. Each one lasts 30 minutes, and buying doesn’t use any.',
    { left },
  );
}

function Archived() {
  return (
    <>
      <p className="text-16 font-bold">{i18n.t('This album is closed')}</p>
      <p className="text-15">
        {i18n.t('Photos from this event are no longer for sale. What you bought is still yours to download.')}
      </p>
      <Link to={paths.home} className={buttonStyle('line')}>
        {i18n.t('Back to albums')}
      </Link>
    </>
  );
}

function findQuotaError(error: unknown): ApiError | undefined {
  const isOne = isApiError(error, 'programs_exceeded') || isApiError(error, 'albums_exceeded');
  return isOne ? error : undefined;
}

/** An album that was never viewed cannot be bought either, so it has no price here. */
function OverBudget({ found, error, onBuy }: BuyProps & { error: ApiError }) {
  const freeAt = freeTimeOf(error);
  return (
    <>
      <p className="text-16 font-bold">{i18n.t('You can’t open this album right now')}</p>
      <p role="alert" className="text-15 font-medium">
        {messageOf(error)}
      </p>
      {freeAt && (
        <p className="text-13 text-ink-2">
          {i18n.t('You can open another one {when}.', { when: formatAge(freeAt) })}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Link to={paths.home} className={`${buttonStyle('line')} flex-1 desk:flex-none`}>
          {i18n.t('Back to albums')}
        </Link>
        {found.user_album_views.length > 0 && <PurchaseButton onBuy={onBuy} />}
        <Button className="flex-1 desk:flex-none" onClick={() => openHelp('chat')}>
          {i18n.t('Write to us')}
        </Button>
      </div>
    </>
  );
}

type BuyProps = { found: UserFoundAlbum; onBuy: () => void };

function PurchaseButton({ onBuy }: Pick<BuyProps, 'onBuy'>) {
  return (
    <Button kind="buy" aria-haspopup="dialog" className="flex-1 desk:flex-none" onClick={onBuy}>
      {i18n.t('Purchase Album')}
    </Button>
  );
}

function Exceeded({ found, onBuy }: BuyProps) {
  return (
    <>
      <ViewMeter status={statusOf(found)} />
      <p role="alert" className="text-15 font-medium">
        {i18n.t(VIEWS_EXCEEDED_MESSAGE)}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <b className="mr-auto flex-[1_0_100%] text-22 font-[750] tracking-[-0.02em] tabular-nums desk:flex-none">
          {formatCents(albumPriceOf(found.event))}
        </b>
        <Link to={paths.home} className={`${buttonStyle('line')} flex-1 desk:flex-none`}>
          {i18n.t('Back to albums')}
        </Link>
        <PurchaseButton onBuy={onBuy} />
      </div>
      <p className="text-13 text-ink-2">
        {i18n.t(
          'You can still buy the album, a single photo, your favorites or your athlete’s photos. Buying one photo gets you more views.',
        )}
      </p>
    </>
  );
}
