import type { SyntheticEvent } from 'react';
import type { Image } from '#contract/entities/album.ts';
import { type PhotoVariant, photoAddress } from './photo-address.ts';
import { placeholderPicture } from './placeholder-picture.ts';
import { useSteadyToken } from './use-steady-token.ts';

/** Prevents saving a photo by accident; it is no protection. */
export const keepInPlace = (event: SyntheticEvent) => event.preventDefault();

type PhotoProps = {
  albumUuid: string;
  image: Image;
  token: string | null;
  variant?: PhotoVariant;
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
  isEager,
  alt = '',
  className = '',
}: PhotoProps) {
  const steady = useSteadyToken(`${albumUuid}/${image.id}`, token);
  return (
    <span
      className={`relative block min-h-0 min-w-0 overflow-hidden bg-line bg-cover bg-center select-none ${className}`}
      style={{ backgroundImage: placeholderPicture(image.placeholder) }}
    >
      {steady.token && (
        <img
          src={photoAddress(albumUuid, image.id, variant, steady.token)}
          alt={alt}
          width={image.width || undefined}
          height={image.height || undefined}
          draggable={false}
          decoding="async"
          loading={isEager ? 'eager' : 'lazy'}
          fetchPriority={isEager ? 'high' : undefined}
          onContextMenu={keepInPlace}
          onError={() => token !== steady.token && steady.renew()}
          className="absolute inset-0 size-full object-cover [-webkit-touch-callout:none]"
        />
      )}
    </span>
  );
}
