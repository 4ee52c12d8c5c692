import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { UserFoundAlbum } from '#contract/entities/album.ts';
import { mayView, VIEWS_EXCEEDED_MESSAGE } from '#contract/rules/albums.ts';
import { formatCents } from '#contract/rules/money.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import { AlbumCover } from '#web/components/album-cover.tsx';
import { AlbumLines } from '#web/components/album-lines.tsx';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { SaleEnd } from '#web/components/sale-end.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { ViewMeter } from '#web/components/view-meter.tsx';
import { type ApiError, isApiError, messageOf } from '#web/lib/api-error.ts';
import { formatAge, teamName } from '#web/lib/formats.ts';
import { openHelp } from '#web/lib/help.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { useHasPassed } from '#web/lib/use-seconds-left.ts';
import { takeWantedAlbum } from '#web/lib/wanted-album.ts';
import { useSpendView, type ViewPass } from './view-pass.ts';
import { statusOf } from './view-status.ts';

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
  const overBudget = findQuotaError(open.error);
  const isExceeded = isApiError(open.error, 'views_exceeded') || !mayView(status);
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
      <section className="grid gap-4 rounded-card bg-surface p-5">
        {event.archived && !isViewed ? (
          <Archived />
        ) : isExceeded ? (
          <Exceeded found={found} onBuy={onBuy} />
        ) : overBudget ? (
          <OverBudget found={found} error={overBudget} onBuy={onBuy} />
        ) : (
          <>
            <p className="text-16 font-bold">{i18n.t('Opening this album uses 1 preview')}</p>
            <ViewMeter status={status} tone="spot" />
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
            <p className="text-13 text-ink-2">
              {i18n.t('You then have 30 minutes. Reloading during that time is free.')}
              {isViewed && !event.archived && ' Buying uses no preview.'}
            </p>
          </>
        )}
      </section>
    </div>
  );
}

function Archived() {
  return (
    <>
      <p className="text-16 font-bold">{i18n.t('This album is closed')}</p>
      <p className="text-15">{i18n.t('You keep what you bought at this event, with its downloads.')}</p>
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
      <p className="text-16 font-bold">{i18n.t('This album cannot be opened now')}</p>
      <p role="alert" className="text-15 font-medium">
        {messageOf(error)}
      </p>
      {freeAt && (
        <p className="text-13 text-ink-2">
          {i18n.t('You can open another one {freeAt}.', { freeAt: formatAge(freeAt) })}
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

function freeTimeOf({ details }: ApiError): string | undefined {
  const freeAt = details && 'free_at' in details ? details.free_at : undefined;
  return typeof freeAt === 'string' ? freeAt : undefined;
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
        {VIEWS_EXCEEDED_MESSAGE}
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
          'You can still buy the album, single photos, your favorites or the photos of your athlete. One photo gives you more previews.',
        )}
      </p>
    </>
  );
}

type AlbumIntroProps = {
  found: UserFoundAlbum;
  pass: ViewPass | undefined;
  onOpened: (pass: ViewPass) => void;
};

export function AlbumIntro({ found, pass, onOpened }: AlbumIntroProps) {
  if (found.owned) {
    return (
      <p className="flex items-center gap-1.5 px-4 pt-4 text-14 font-[650] text-ok desk:px-6">
        <Check size={18} strokeWidth={2.2} />
        {i18n.t('Already Purchased')}
      </p>
    );
  }
  return (
    <>
      {pass && (
        <div className="sticky top-[110px] z-10 desk:top-[76px]">
          <PreviewEndedBar found={found} pass={pass} onOpened={onOpened} />
        </div>
      )}
      <ViewMeter
        status={statusOf(found)}
        tone="spot"
        hint={i18n.t('Unlimited once you own it')}
        className="mx-3 mt-3 rounded-card bg-surface px-4 py-3.5 desk:mx-6 desk:mt-4 desk:max-w-[420px] desk:bg-transparent desk:p-0"
      />
      <SaleEnd event={found.event} className="px-4 pt-2 text-13 text-ink-2 desk:px-6" />
    </>
  );
}

type PreviewEndedBarProps = { found: UserFoundAlbum; pass: ViewPass; onOpened: (pass: ViewPass) => void };

/** Photos on the screen stay when the half hour is over. */
function PreviewEndedBar({ found, pass, onOpened }: PreviewEndedBarProps) {
  const hasEnded = useHasPassed(pass.expiresAt);
  const open = useSpendView(found, onOpened);
  if (!hasEnded) return null;
  const canOpen = mayView(statusOf(found));
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-warn-bg px-4 py-2.5 text-14 desk:px-6"
    >
      <p className="mr-auto font-[650] text-warn">{i18n.t('This preview has ended')}</p>
      {open.error && <p className="text-ink-2">{messageOf(open.error)}</p>}
      {canOpen ? (
        <Button size="small" isBusy={open.isPending} onClick={() => open.mutate()}>
          {i18n.t('Open again (1 preview)')}
        </Button>
      ) : (
        <p className="max-w-[70ch] text-ink-2">
          {VIEWS_EXCEEDED_MESSAGE}
          <span>{i18n.t('. You can still buy the photos below.')}</span>
        </p>
      )}
    </div>
  );
}
