import { type SyntheticEvent, useState } from 'react';
import type { CoverImage } from '#contract/entities/album.ts';
import { type CoverFrame, coverSources, focusStyle } from './cover-sources.ts';
import { type PhotoVariant, photoAddress } from './photo-address.ts';
import { blurBehind } from './placeholder-picture.ts';
import { useSteadyToken } from './use-steady-token.ts';

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
          style={focusStyle(image)}
          className="absolute inset-0 size-full object-cover [-webkit-touch-callout:none]"
        />
      )}
    </span>
  );
}
