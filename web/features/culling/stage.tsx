import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { CulledPhoto } from '#contract/endpoints/culling.ts';
import { blurBehind } from '#web/components/photo.tsx';
import { retryImage } from '#web/components/retry-image.ts';

type Point = { x: number; y: number };
type Addresses = { preview: string; original: string };

const SWIPE_PX = 50;
/** An original has 10 MB, so it loads only for a photo that somebody looks at. */
const REST_MS = 350;
const MIDDLE: Point = { x: 0.5, y: 0.4 };

type StageProps = {
  photo: CulledPhoto;
  addresses: Addresses;
  isZoomed: boolean;
  hasLoupe: boolean;
  /** Which of the faces the loupe shows. */
  face: number;
  onZoom: (isZoomed: boolean) => void;
  onStep: (by: 1 | -1) => void;
};

/** One photo as large as fits, with a loupe; a click or tap shows its own pixels. */
export function Stage({ photo, addresses, isZoomed, hasLoupe, face, onZoom, onStep }: StageProps) {
  const [pointer, setPointer] = useState<Point>();
  const start = useRef<{ x: number; y: number }>(undefined);
  const isRested = useRested(addresses.original);
  const box = photo.faces?.[face % Math.max(1, photo.faces.length)];
  const target = pointer ?? (box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : MIDDLE);
  const follow = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'mouse' || isZoomed) setPointer(pointIn(event));
  };
  const finish = (event: PointerEvent<HTMLElement>) => {
    const from = start.current;
    start.current = undefined;
    if (!from) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    const isStill = Math.abs(dx) < 8 && Math.abs(dy) < 8;
    if (isStill) {
      setPointer(isZoomed ? undefined : pointIn(event));
      onZoom(!isZoomed);
    } else if (!isZoomed && Math.abs(dx) > SWIPE_PX && Math.abs(dx) > Math.abs(dy)) onStep(dx < 0 ? 1 : -1);
  };
  const gestures = {
    onPointerDown: ({ clientX: x, clientY: y }: PointerEvent) => {
      start.current = { x, y };
    },
    onPointerMove: follow,
    onPointerUp: finish,
    onPointerLeave: () => !isZoomed && setPointer(undefined),
  };
  const pixels = { photo, addresses, at: target, isRested: isRested || isZoomed };
  if (isZoomed) {
    return (
      <div {...gestures} className="absolute inset-0 cursor-zoom-out touch-none overflow-hidden bg-[#000]">
        <Pixels {...pixels} alt={photo.file_name} />
      </div>
    );
  }
  return (
    <div className="absolute inset-2 grid place-items-center [container-type:size] desk:inset-4">
      <div
        {...gestures}
        // The thumb may have a watermark.
        ref={blurBehind(photo.placeholder)}
        className="relative cursor-zoom-in touch-pan-y rounded-[4px] bg-cover select-none"
        style={{
          aspectRatio: `${photo.width} / ${photo.height}`,
          width: `min(100cqw, calc(100cqh * ${photo.width / Math.max(1, photo.height)}))`,
        }}
      >
        <img
          key={addresses.preview}
          src={addresses.preview}
          alt={photo.file_name}
          draggable={false}
          onError={retryImage}
          className={`absolute inset-0 size-full rounded-[4px] ${photo.is_rejected ? 'opacity-40' : ''}`}
        />
        {hasLoupe && (box || pointer) && (
          <span
            aria-hidden
            className="-translate-1/2 pointer-events-none absolute size-14 rounded-full shadow-[0_0_0_2px_rgb(255_255_255/.9)] not-desk:hidden"
            style={{ left: `${target.x * 100}%`, top: `${target.y * 100}%` }}
          />
        )}
      </div>
      {/* In the corner of the screen, where it covers little of an upright photo. */}
      {hasLoupe && (
        <span
          aria-hidden
          className={`pointer-events-none absolute bottom-5 block size-[264px] overflow-hidden rounded-full bg-[#000] shadow-[0_0_0_3px_#fff,0_20px_60px_rgb(0_0_0/.6)] not-desk:hidden ${target.x > 0.6 && target.y > 0.5 ? 'left-5' : 'right-5'}`}
        >
          <Pixels {...pixels} alt="" />
        </span>
      )}
    </div>
  );
}

function pointIn({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: clamp((clientX - left) / width), y: clamp((clientY - top) / height) };
}

const clamp = (fraction: number) => Math.min(1, Math.max(0, fraction));

type PixelsProps = {
  photo: CulledPhoto;
  addresses: Addresses;
  at: Point;
  isRested: boolean;
  alt: string;
};

/** The photo at one pixel per screen pixel. The preview is shown until the original has loaded. */
function Pixels({ photo, addresses, at, isRested, alt }: PixelsProps) {
  const [loaded, setLoaded] = useState<string>();
  const width = photo.width / window.devicePixelRatio;
  const height = photo.height / window.devicePixelRatio;
  const style = {
    width,
    height,
    left: `calc(50% - ${at.x * width}px)`,
    top: `calc(50% - ${at.y * height}px)`,
  };
  const picture = { style, draggable: false, className: 'absolute max-w-none' };
  return (
    <>
      <img {...picture} src={addresses.preview} alt="" />
      {isRested && (
        <img
          {...picture}
          src={addresses.original}
          alt={alt}
          onLoad={() => setLoaded(addresses.original)}
          onError={retryImage}
        />
      )}
      <span className="-translate-x-1/2 absolute bottom-3.5 left-1/2 rounded-full bg-[rgb(0_0_0/.65)] px-2.5 text-12 leading-5 font-bold text-white">
        {loaded === addresses.original ? '1:1' : 'Loading 1:1'}
      </span>
    </>
  );
}

function useRested(address: string): boolean {
  const [rested, setRested] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(address), REST_MS);
    return () => clearTimeout(timer);
  }, [address]);
  return rested === address;
}

/** Loads photos before somebody gets to them, so that no key waits. */
export function usePreload(addresses: readonly string[]): void {
  const loading = useRef(new Map<string, HTMLImageElement>());
  const list = addresses.join(' ');
  useEffect(() => {
    const wanted = new Set(list.split(' ').filter(Boolean));
    for (const address of loading.current.keys()) if (!wanted.has(address)) loading.current.delete(address);
    for (const address of wanted) {
      if (loading.current.has(address)) continue;
      const image = new Image();
      image.src = address;
      loading.current.set(address, image);
    }
  }, [list]);
}
