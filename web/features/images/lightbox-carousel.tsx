import 'yet-another-react-lightbox/styles.css';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, useMemo } from 'react';
import { Lightbox as Carousel, type ControllerRef, type ZoomRef } from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import type { Image } from '#contract/entities/album.ts';
import { keepInPlace } from '#web/components/photo.tsx';
import { photoAddress } from '#web/components/photo-address.ts';
import { retryPicture } from '#web/components/retry-picture.ts';
import { carouselOnly } from './lightbox-frame.tsx';
import { LightboxKeys } from './lightbox-keys.tsx';
import { LightboxPlaceholder } from './lightbox-placeholder.tsx';
import { ratioOf } from './photo-sheet.ts';

const PREVIEW_LONG_SIDE = 1600;
const PRELOADED = 2;
const PLUGINS = [carouselOnly, Zoom];

type LightboxCarouselProps = {
  albumUuid: string;
  token: string;
  images: readonly Image[];
  index: number;
  carouselRef: RefObject<ControllerRef | null>;
  zoomRef: RefObject<ZoomRef | null>;
  onTurn: (index: number) => void;
  onClose: () => void;
};

/** The preview is never larger than the photo. */
function previewSize(image: Image) {
  const ratio = ratioOf(image);
  const longSide = Math.min(PREVIEW_LONG_SIDE, Math.max(image.width, image.height) || PREVIEW_LONG_SIDE);
  return ratio >= 1
    ? { width: longSide, height: Math.round(longSide / ratio) }
    : { width: Math.round(longSide * ratio), height: longSide };
}

export function LightboxCarousel(props: LightboxCarouselProps) {
  const { albumUuid, token, images, index, carouselRef, zoomRef, onTurn, onClose } = props;
  const slides = useMemo(
    () =>
      images.map((image, position) => ({
        src: photoAddress(albumUuid, image.id, 'preview', token),
        alt: `Photo ${position + 1} of ${images.length}`,
        ...previewSize(image),
        image,
      })),
    [images, albumUuid, token],
  );
  return (
    <div className="relative min-h-0" onErrorCapture={retryPicture}>
      <Carousel
        open
        close={onClose}
        slides={slides}
        index={index}
        plugins={PLUGINS}
        on={{ view: ({ index: viewed }) => onTurn(viewed) }}
        carousel={{
          finite: true,
          preload: PRELOADED,
          padding: 0,
          spacing: '16px',
          imageProps: { onContextMenu: keepInPlace },
        }}
        controller={{ ref: carouselRef, closeOnPullDown: true, closeOnEscape: false }}
        zoom={{ ref: zoomRef, maxZoomPixelRatio: 2, scrollToZoom: true }}
        animation={{ swipe: 320, navigation: 220, zoom: 220 }}
        render={{
          slideHeader: ({ slide }) =>
            'image' in slide && (
              <LightboxPlaceholder image={slide.image as Image} albumUuid={albumUuid} token={token} />
            ),
          iconLoading: () => null,
          iconError: () => null,
        }}
      />
      {index > 0 && (
        <Turn side="left-6" label="Previous photo" onClick={() => carouselRef.current?.prev()}>
          <ChevronLeft aria-hidden size={26} strokeWidth={1.8} />
        </Turn>
      )}
      {index < images.length - 1 && (
        <Turn side="right-6" label="Next photo" onClick={() => carouselRef.current?.next()}>
          <ChevronRight aria-hidden size={26} strokeWidth={1.8} />
        </Turn>
      )}
      <LightboxKeys />
    </div>
  );
}

type TurnProps = { side: string; label: string; onClick: () => void; children: React.ReactNode };

function Turn({ side, label, onClick, children }: TurnProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`absolute top-1/2 z-1 hidden size-14 -translate-y-1/2 place-items-center rounded-full bg-[rgb(12_12_15/.6)] text-white hover:bg-[rgb(12_12_15/.85)] desk:grid ${side}`}
    >
      {children}
    </button>
  );
}
