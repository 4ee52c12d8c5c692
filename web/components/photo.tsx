import { type RefCallback, type SyntheticEvent, useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import { imageEndpoints } from '#contract/endpoints/images.ts';
import type { CoverImage } from '#contract/entities/album.ts';
import {
  COVER_SIDES,
  type CoverVariant,
  cutAbove,
  renditionWidth,
  THUMB_SIDE,
} from '#contract/rules/albums.ts';
import { whenIdle } from '#web/lib/lazy-part.tsx';
import { addressOf } from '#web/lib/transport.ts';

/** Prevents saving a photo by accident; it is no protection. */
export const keepInPlace = (event: SyntheticEvent) => event.preventDefault();

type PhotoProps = {
  albumUuid: string;
  image: CoverImage;
  token: string | null;
  variant?: PhotoVariant;
  /** The box of a cover, for which the browser chooses a rendition that is sharp on its screen. */
  frame?: CoverFrame;
  /** Loads before everything else, for photos in the first view. */
  isEager?: boolean;
  alt?: string;
  className?: string;
};

/** The blurred placeholder is visible until the picture has loaded. */
export function Photo({
  albumUuid,
  image,
  token,
  variant = 'thumb',
  frame,
  isEager,
  alt = '',
  className = '',
}: PhotoProps) {
  const steady = useSteadyToken(`${albumUuid}/${image.id}`, token);
  const [isPlain, setIsPlain] = useState(false);
  const addressOf = (shown: PhotoVariant) => photoAddress(albumUuid, image.id, shown, steady.token ?? '');
  const sources = frame && !isPlain ? coverSources(image, frame, addressOf) : undefined;
  return (
    <span
      className={`relative block min-h-0 min-w-0 overflow-hidden bg-line bg-cover bg-center select-none ${className}`}
      ref={blurBehind(image.placeholder)}
    >
      {steady.token && (
        <img
          // The browser begins to load when it sees the address, so the sizes come before it.
          sizes={sources?.sizes}
          srcSet={sources?.srcSet}
          src={addressOf(variant)}
          alt={alt}
          width={image.width || undefined}
          height={image.height || undefined}
          draggable={false}
          decoding="async"
          loading={isEager ? 'eager' : 'lazy'}
          fetchPriority={isEager ? 'high' : undefined}
          onContextMenu={keepInPlace}
          // The thumb stays, should a rendition fail.
          onError={() => (token === steady.token ? setIsPlain(true) : steady.renew())}
          style={focusStyle(image, frame?.ratio)}
          className="absolute inset-0 size-full object-cover [-webkit-touch-callout:none]"
        />
      )}
    </span>
  );
}

/** The box that a cover fills: its CSS width on phones and on desks, and its width divided by its height. */
type CoverFrame = { phone: string; desk: string; ratio: number };

const DESK = '(min-width: 1000px)';

/**
 * Lists the renditions with their real widths, and the width at which the browser draws the photo. That is more than
 * the width of the box when the photo is cut at the sides.
 */
export function coverSources(
  image: CoverImage,
  frame: CoverFrame,
  addressOf: (variant: 'thumb' | CoverVariant) => string,
): { srcSet: string; sizes: string } | undefined {
  if (!image.width || !image.height) return undefined;
  const sources = new Map<number, string>([[renditionWidth(image, THUMB_SIDE), addressOf('thumb')]]);
  for (const side of COVER_SIDES) {
    const width = renditionWidth(image, side);
    // A small photo is the same in several renditions.
    if (!sources.has(width)) sources.set(width, addressOf(`cover-${side}`));
  }
  const overhang = Math.max(1, image.width / image.height / frame.ratio).toFixed(2);
  return {
    srcSet: [...sources].map(([width, address]) => `${address} ${width}w`).join(', '),
    sizes: `${DESK} calc(${frame.desk} * ${overhang}), calc(${frame.phone} * ${overhang})`,
  };
}

/** Keeps the faces of a cropped photo, and the heads above their middle, in a box of this shape. */
export function focusStyle(
  { focus, width, height }: Pick<CoverImage, 'focus' | 'width' | 'height'>,
  ratio = 1,
): { objectPosition: string } {
  const visible = height > 0 ? Math.min(1, width / height / ratio) : 1;
  return { objectPosition: `${focus?.x ?? 50}% ${Math.round(100 * cutAbove(focus, visible))}%` };
}

/** The third part of a token is its scope, whose first letter says whether it opens clean pictures. */
const scopeOf = (token: string | null) => token?.split('.')[2]?.[0];

/**
 * Refreshed lists bring a new token for the same picture each time. The first token stays in use, because a
 * new one would download every picture again; `renew` takes the newest once the kept one has expired. A token of
 * another scope is taken at once, so that a photo loses its watermark when it is bought.
 */
export function useSteadyToken(picture: string, token: string | null) {
  const [kept, setKept] = useState({ picture, token });
  const isSameScope = token === null || scopeOf(kept.token) === scopeOf(token);
  const isUsable = kept.picture === picture && kept.token !== null && isSameScope;
  if (!isUsable && (kept.picture !== picture || token !== null)) setKept({ picture, token });
  return {
    token: isUsable ? kept.token : token,
    renew: () => setKept({ picture, token }),
  };
}

type PhotoVariant = 'thumb' | 'preview' | 'original' | CoverVariant;

/** The token says which pictures of the album it opens, and until when. */
export function photoAddress(
  albumUuid: string,
  imageId: number,
  variant: PhotoVariant,
  token: string,
): string {
  return addressOf(imageEndpoints.getImage, {
    params: { a: albumUuid, b: `${imageId}.${variant}` },
    query: { auth: token },
  });
}

const MAX_KEPT = 800;
/** Safari does not report idle time; by then the first view is painted. */
const FALLBACK_MS = 200;
const kept = new Map<string, string>();

function decode(placeholder: string): string {
  const bytes = Uint8Array.from(atob(placeholder), (character) => character.charCodeAt(0));
  return `url(${thumbHashToDataURL(bytes)})`;
}

/** Returns a CSS background, decoded once and cached while it is in use. */
function imageOf(placeholder: string): string {
  try {
    const picture = kept.get(placeholder) ?? decode(placeholder);
    kept.delete(placeholder);
    kept.set(placeholder, picture);
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? '');
    return picture;
  } catch {
    return '';
  }
}

function hasLoaded(box: HTMLElement): boolean {
  const photo = box.querySelector('img');
  return photo?.complete === true && photo.naturalWidth > 0;
}

/**
 * For the `ref` of the box around a photo. Decoding takes time that the first view needs, so the blurred picture is painted
 * when the browser is idle, and not at all if the photo is there by then.
 */
export function blurBehind(placeholder: string | null): RefCallback<HTMLElement> {
  return (box) => {
    if (!box || !placeholder) return;
    const paint = () => {
      box.style.backgroundImage = imageOf(placeholder);
    };
    const stop = kept.has(placeholder) ? paint() : whenIdle(() => hasLoaded(box) || paint(), FALLBACK_MS);
    return () => {
      stop?.();
      box.style.backgroundImage = '';
    };
  };
}
