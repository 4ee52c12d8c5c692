import { Dialog } from '@base-ui/react/dialog';
import { Flag, Heart, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { ControllerRef, ZoomRef } from 'yet-another-react-lightbox';
import type { Image } from '#contract/entities/album.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { BugButton, MenuButton } from '#web/components/help-button.tsx';
import { Photo } from '#web/components/photo.tsx';
import { SheetsAbove } from '#web/components/sheets-above.tsx';
import { Trans } from '#web/components/trans.tsx';
import { i18n } from '#web/lib/i18n.ts';
import type { Favorites } from './favorites.ts';
import { LightboxCarousel } from './lightbox-carousel.tsx';
import { REPORTED_MARK } from './photo-sheet.ts';

export type ReportDialog = { onCancel: () => void; onReported: (outcome: { isHidden: boolean }) => void };

type LightboxProps = {
  albumUuid: string;
  title: string;
  images: readonly Image[];
  token: string;
  /** Photos with their own token. */
  bought?: ReadonlyMap<number, string> | undefined;
  startId: number;
  favorites: Favorites;
  caption?: ((image: Image) => ReactNode) | undefined;
  /** True if the preview carries the mark of its viewer, as all previews that are not bought do. */
  isMarked?: ((image: Image) => boolean) | undefined;
  purchase: (image: Image) => ReactNode;
  report: (image: Image, dialog: ReportDialog) => ReactNode;
  reportedIds?: ReadonlySet<number> | undefined;
  overlay?: ReactNode;
  onToggleFavorite: (imageId: number) => void;
  onTurn: (imageId: number) => void;
  onClose: () => void;
};

const ZOOM_STEP = 2.5;

export function Lightbox({
  images,
  startId,
  report,
  reportedIds,
  overlay,
  onTurn,
  onClose,
  ...props
}: LightboxProps) {
  const carousel = useRef<ControllerRef>(null);
  const zoom = useRef<ZoomRef>(null);
  const [shownId, setShownId] = useState(startId);
  const [isReporting, setIsReporting] = useState(false);
  const index = Math.max(
    0,
    images.findIndex(({ id }) => id === shownId),
  );
  const image = images[index];
  if (!image) return null;

  const turnTo = (next: number) => {
    const target = images[next];
    if (!target || target.id === shownId) return;
    setShownId(target.id);
    onTurn(target.id);
  };
  const endReport = () => setIsReporting(false);
  /** A photo that stays in the album stays open and shows that it was reported. */
  const takeReport = ({ isHidden }: { isHidden: boolean }) => {
    if (isHidden) onClose();
    else endReport();
  };
  const keys: Record<string, () => void> = {
    arrowleft: () => carousel.current?.prev(),
    arrowright: () => carousel.current?.next(),
    f: () => props.onToggleFavorite(image.id),
    z: () => zoom.current?.changeZoom((zoom.current?.zoom ?? 1) > 1 ? 1 : ZOOM_STEP),
  };
  const handleKey = (event: KeyboardEvent) => {
    // React also reports keys that are pressed in a sheet above the photo.
    if (!event.currentTarget.contains(event.target as Node)) return;
    const act = keys[event.key.toLowerCase()];
    if (!act || isReporting || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    act();
  };

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          onKeyDown={handleKey}
          className="sheet-backdrop fixed inset-0 z-40 grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] bg-[#000] text-ink select-none"
        >
          <Dialog.Title className="sr-only">
            {i18n.t('Photo {number} of {total}, {team}', {
              number: index + 1,
              total: images.length,
              team: props.title,
            })}
          </Dialog.Title>
          <LightboxBar
            position={index + 1}
            total={images.length}
            isReported={reportedIds?.has(image.id) ?? false}
            onReport={() => setIsReporting(true)}
          />
          <LightboxCarousel
            {...props}
            images={images}
            index={index}
            carouselRef={carousel}
            zoomRef={zoom}
            onTurn={turnTo}
            onClose={onClose}
          />
          <LightboxDock
            {...props}
            images={images}
            index={index}
            isFavorite={props.favorites.has(image.id)}
            caption={props.caption?.(image)}
            isMarked={props.isMarked?.(image) ?? false}
            purchase={props.purchase(image)}
            onTurn={turnTo}
          />
          {overlay}
          <SheetsAbove />
          {isReporting && report(image, { onCancel: endReport, onReported: takeReport })}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type LightboxBarProps = { position: number; total: number; isReported: boolean; onReport: () => void };

function LightboxBar({ position, total, isReported, onReport }: LightboxBarProps) {
  return (
    <div className="flex items-center gap-1 p-2 desk:px-5 desk:py-3">
      <Dialog.Close aria-label={i18n.t('Close photo')} className={buttonStyle('ghost', 'icon')}>
        <X size={22} strokeWidth={1.8} />
      </Dialog.Close>
      <p aria-live="polite" className="mr-auto pl-2 text-15 font-[650] tabular-nums">
        <Trans
          id="{number} <rest>of {total}</rest>"
          values={{ number: position, total }}
          components={{ rest: <span className="text-ink-3" /> }}
        />
      </p>
      {isReported && (
        <p role="status" className="max-desk:max-w-20 text-13 leading-tight text-ink-2 desk:text-14">
          {i18n.t(REPORTED_MARK)}
        </p>
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onReport}
        className={`${buttonStyle('ghost')} px-3! text-14!`}
      >
        <Flag size={20} strokeWidth={1.8} />
        <span className="max-desk:sr-only">{i18n.t('Report this photo')}</span>
      </button>
      <BugButton />
      <MenuButton />
    </div>
  );
}

type LightboxDockProps = Pick<LightboxProps, 'albumUuid' | 'token' | 'images' | 'onToggleFavorite'> & {
  index: number;
  isFavorite: boolean;
  caption?: ReactNode;
  isMarked: boolean;
  purchase: ReactNode;
  onTurn: (index: number) => void;
};

const NEIGHBORS = 9;

function LightboxDock({
  images,
  index,
  isFavorite,
  caption,
  isMarked,
  purchase,
  ...props
}: LightboxDockProps) {
  const start = Math.max(0, index - NEIGHBORS);
  const around = images.slice(start, index + NEIGHBORS + 1);
  const image = images[index];
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-t bg-sunk pt-2.5 pb-[calc(14px+env(safe-area-inset-bottom))] desk:grid-cols-[minmax(0,1fr)_auto] desk:items-center desk:gap-8 desk:px-6 desk:py-3.5">
      {caption && (
        <div className="pointer-events-none absolute inset-x-0 bottom-full grid justify-items-center gap-2 px-4 pb-3 *:pointer-events-auto">
          {caption}
        </div>
      )}
      <div className="relative h-[52px] overflow-hidden [--film-step:43px] desk:h-[60px] desk:[--film-step:52px]">
        <div
          aria-hidden
          className="-translate-x-1/2 absolute left-1/2 flex h-full gap-[3px] px-1 desk:gap-1"
          style={{ marginLeft: offsetOf(start, index, around.length) }}
        >
          {around.map((near, position) => (
            <button
              key={near.id}
              type="button"
              tabIndex={-1}
              onClick={() => props.onTurn(start + position)}
              className={
                start + position === index
                  ? 'w-16 overflow-hidden rounded-[4px] border-2 border-spot desk:w-20'
                  : 'w-10 overflow-hidden rounded-[4px] opacity-50 hover:opacity-80 desk:w-12'
              }
            >
              <Photo albumUuid={props.albumUuid} image={near} token={props.token} className="size-full" />
            </button>
          ))}
        </div>
      </div>
      <div className="flex items-center gap-2 px-4 max-[359px]:gap-1.5 max-[359px]:px-2 desk:px-0">
        <button
          type="button"
          aria-label={i18n.t('Favorite')}
          aria-pressed={isFavorite}
          onClick={() => image && props.onToggleFavorite(image.id)}
          className={`grid size-[50px] flex-none place-items-center rounded-full shadow-[inset_0_0_0_1px_var(--edge)] ${isFavorite ? 'text-spot' : 'text-ink'}`}
        >
          <Heart size={22} strokeWidth={1.8} fill={isFavorite ? 'currentColor' : 'none'} />
        </button>
        {purchase}
      </div>
      {isMarked && (
        <p className="px-4 text-center text-13 leading-tight text-ink-2 desk:col-span-full desk:px-0">
          {i18n.t('The watermark goes away when you buy. Screenshots can be traced to your account.')}
        </p>
      )}
    </div>
  );
}

/** Keeps the open photo centered when one side has fewer neighbors. */
function offsetOf(start: number, index: number, count: number): string {
  const before = index - start;
  const after = count - 1 - before;
  return `calc((${after} - ${before}) * var(--film-step) / 2)`;
}
