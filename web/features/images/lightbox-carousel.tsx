import 'yet-another-react-lightbox/styles.css';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, useEffect, useMemo } from 'react';
import { Lightbox as Carousel, type ControllerRef, type ZoomRef } from 'yet-another-react-lightbox';
import {
  ACTION_CLOSE,
  type Component,
  createModule,
  LightboxRoot,
  MODULE_NAVIGATION,
  MODULE_NO_SCROLL,
  MODULE_PORTAL,
  MODULE_TOOLBAR,
  type Plugin,
  useEvents,
} from 'yet-another-react-lightbox/core';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import type { Image } from '#contract/entities/album.ts';
import { blurBehind, keepInPlace, photoAddress } from '#web/components/photo.tsx';
import { retryImage } from '#web/components/retry-image.ts';
import { i18n } from '#web/lib/i18n.ts';
import { ratioOf } from '#web/lib/justify-rows.ts';

const PREVIEW_LONG_SIDE = 1600;
const PRELOADED = 2;

/** The library still asks to close when a photo is pulled down. */
const Frame: Component = ({ children, close }) => {
  const { subscribe } = useEvents();
  useEffect(() => subscribe(ACTION_CLOSE, () => close()), [subscribe, close]);
  return <LightboxRoot className="relative size-full">{children}</LightboxRoot>;
};

/** Our dialog replaces the library's window, toolbar and arrows; swiping, pulling and zooming stay. */
const carouselOnly: Plugin = ({ replace, remove }) => {
  remove(MODULE_NO_SCROLL);
  remove(MODULE_TOOLBAR);
  remove(MODULE_NAVIGATION);
  replace(MODULE_PORTAL, createModule('frame', Frame));
};

const PLUGINS = [carouselOnly, Zoom];

type LightboxCarouselProps = {
  albumUuid: string;
  token: string;
  /** Photos with their own token. */
  bought?: ReadonlyMap<number, string> | undefined;
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
  const { albumUuid, token, bought, images, index, carouselRef, zoomRef, onTurn, onClose } = props;
  const slides = useMemo(
    () =>
      images.map((image, position) => ({
        src: photoAddress(albumUuid, image.id, 'preview', bought?.get(image.id) ?? token),
        alt: i18n.t('Photo {number} of {total}', { number: position + 1, total: images.length }),
        ...previewSize(image),
        image,
      })),
    [images, albumUuid, token, bought],
  );
  return (
    <div className="relative min-h-0" onErrorCapture={retryImage}>
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
        labels={{
          Carousel: i18n.t('Carousel'),
          'Photo gallery': i18n.t('Photo gallery'),
          Slide: i18n.t('Photo'),
          '{index} of {total}': i18n.t('{position} of {count}', { position: '{index}', count: '{total}' }),
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
        <Turn side="left-6" label={i18n.t('Previous photo')} onClick={() => carouselRef.current?.prev()}>
          <ChevronLeft size={26} strokeWidth={1.8} />
        </Turn>
      )}
      {index < images.length - 1 && (
        <Turn side="right-6" label={i18n.t('Next photo')} onClick={() => carouselRef.current?.next()}>
          <ChevronRight size={26} strokeWidth={1.8} />
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

const HINTS = [
  { keys: ['←', '→'], act: /*i18n*/ 'Browse' },
  { keys: ['F'], act: /*i18n*/ 'Favorite' },
  { keys: ['Z'], act: /*i18n*/ 'Zoom' },
  { keys: ['Esc'], act: /*i18n*/ 'Close' },
];

function LightboxKeys() {
  return (
    <ul className="pointer-events-none absolute right-6 bottom-4 z-1 hidden gap-3.5 rounded-full bg-[rgb(12_12_15/.6)] px-3.5 py-1.5 text-13 text-ink-2 desk:flex">
      {HINTS.map(({ keys, act }) => (
        <li key={act} className="flex items-center gap-1.5">
          {keys.map((key) => (
            <kbd key={key} className="rounded-[5px] border border-edge px-1.5 text-12 font-[650]">
              {key}
            </kbd>
          ))}
          {i18n.t(act)}
        </li>
      ))}
    </ul>
  );
}

type LightboxPlaceholderProps = { image: Image; albumUuid: string; token: string };

/** Shows the loaded thumbnail at the final size until the preview has arrived. */
function LightboxPlaceholder({ image, albumUuid, token }: LightboxPlaceholderProps) {
  const ratio = ratioOf(image);
  const blur = blurBehind(image.placeholder);
  return (
    <div aria-hidden className="[container-type:size] absolute inset-0 grid place-items-center">
      <span className="absolute inset-[-12%] bg-cover bg-center opacity-35 saturate-130" ref={blur} />
      <span
        ref={blur}
        className="relative block overflow-hidden bg-cover"
        style={{
          width: `min(100cqw, ${ratio} * 100cqh, ${previewSize(image).width}px)`,
          aspectRatio: ratio,
        }}
      >
        <img
          src={photoAddress(albumUuid, image.id, 'thumb', token)}
          alt=""
          draggable={false}
          className="size-full object-cover"
        />
      </span>
    </div>
  );
}
