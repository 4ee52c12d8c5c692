import { Dialog } from '@base-ui/react/dialog';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { ControllerRef, ZoomRef } from 'yet-another-react-lightbox';
import type { Image } from '#contract/entities/album.ts';
import { SheetsAbove } from '#web/components/sheets-above.tsx';
import type { Favorites } from './favorites.ts';
import { LightboxBar } from './lightbox-bar.tsx';
import { LightboxCarousel } from './lightbox-carousel.tsx';
import { LightboxDock } from './lightbox-dock.tsx';

export type ReportDialog = { onCancel: () => void; onReported: (outcome: { isHidden: boolean }) => void };

export type LightboxProps = {
  albumUuid: string;
  title: string;
  images: readonly Image[];
  token: string;
  startId: number;
  favorites: Favorites;
  caption?: ((image: Image) => ReactNode) | undefined;
  /** Tells whether the preview carries the mark of its viewer, as all do that are not bought. */
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
  /** A photo that stays in the album stays open; it then says that it was reported. */
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
          className="sheet-backdrop fixed inset-0 z-40 grid grid-rows-[auto_minmax(0,1fr)_auto] bg-[#000] text-ink select-none"
        >
          <Dialog.Title className="sr-only">
            Photo {index + 1} of {images.length}, {props.title}
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
