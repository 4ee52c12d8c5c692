import type { Image } from '#contract/entities/album.ts';
import { photoAddress } from '#web/components/photo-address.ts';
import { blurBehind } from '#web/components/placeholder-picture.ts';
import { ratioOf } from './photo-sheet.ts';

type LightboxPlaceholderProps = { image: Image; albumUuid: string; token: string };

/** Shows the loaded thumbnail at the final size until the preview has arrived. */
export function LightboxPlaceholder({ image, albumUuid, token }: LightboxPlaceholderProps) {
  const ratio = ratioOf(image);
  const blur = blurBehind(image.placeholder);
  return (
    <div aria-hidden className="[container-type:size] absolute inset-0 grid place-items-center">
      <span className="absolute inset-[-12%] bg-cover bg-center opacity-35 saturate-130" ref={blur} />
      <span
        ref={blur}
        className="relative block overflow-hidden bg-cover"
        style={{
          width: `min(100cqw, ${ratio} * 100cqh)`,
          aspectRatio: ratio,
          maxWidth: ratio >= 1 ? 1600 : undefined,
          maxHeight: ratio < 1 ? 1600 : undefined,
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
