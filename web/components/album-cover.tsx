import { Images } from 'lucide-react';
import type { AlbumOnly } from '#contract/entities/album.ts';
import { i18n } from '#web/lib/i18n.ts';
import { OrderTile } from './order-tile.tsx';
import { Photo } from './photo.tsx';

type AlbumCoverProps = {
  album: AlbumOnly;
  isEager?: boolean;
  /** The CSS width of the whole cover on a desk. */
  deskWidth?: string;
};

const RATIO = 16 / 10;
const PHONE_WIDTH = '(100vw - 32px)';

/** The first photo takes two thirds of the width; the others share the last third, one above the other. */
export function coverFrames(photos: number, deskWidth: string, phoneWidth = PHONE_WIDTH, ratio = RATIO) {
  const part = (share: number, shownRatio: number) => ({
    phone: `${phoneWidth} * ${share}`,
    desk: `${deskWidth} * ${share}`,
    ratio: shownRatio,
  });
  const sides = Math.max(1, photos - 1);
  return {
    main: photos > 1 ? part(0.67, ratio * 0.67) : part(1, ratio),
    side: part(0.33, ratio * 0.33 * sides),
  };
}

type CoverPhotosProps = {
  album: Pick<AlbumOnly, 'uuid' | 'cover' | 'cover_auth'>;
  isEager?: boolean | undefined;
  deskWidth: string;
  /** Additional classes for the first photo. */
  className?: string;
};

/** The photos of a cover side by side; the parent gives them their height. */
export function CoverPhotos({ album, isEager, deskWidth, className = '' }: CoverPhotosProps) {
  const [main, ...side] = album.cover;
  const frames = coverFrames(album.cover.length, deskWidth);
  const shared = { albumUuid: album.uuid, token: album.cover_auth, isEager };
  return (
    <>
      {main && <Photo {...shared} image={main} frame={frames.main} className={`flex-2 ${className}`} />}
      {side.length > 0 && (
        <span className="flex flex-1 flex-col gap-[3px]">
          {side.map((image) => (
            <Photo {...shared} key={image.id} image={image} frame={frames.side} className="flex-1" />
          ))}
        </span>
      )}
    </>
  );
}

const MAIN_PHOTO =
  '[&>img]:transition-transform [&>img]:duration-(--d3) [&>img]:ease-(--ease) group-hover:[&>img]:scale-102';

export function AlbumCover({ album, isEager, deskWidth = '560px' }: AlbumCoverProps) {
  return (
    <span className="relative flex aspect-16/10 gap-[3px] overflow-hidden rounded-card bg-sunk">
      <CoverPhotos album={album} isEager={isEager} deskWidth={deskWidth} className={MAIN_PHOTO} />
      <span className="absolute top-2.5 left-2.5">
        <OrderTile order={album.performance_order} />
      </span>
      <span className="absolute right-2.5 bottom-2.5 inline-flex h-7 items-center gap-1.5 rounded-[8px] bg-[rgb(8_8_12/.72)] px-2.5 text-13 font-[650] text-white tabular-nums backdrop-blur-[6px]">
        <Images size={16} strokeWidth={1.8} />
        <span aria-hidden>{album.images_count}</span>
        <span className="sr-only">
          {i18n.t('{count, plural, one {# photo} other {# photos}}', { count: album.images_count })}
        </span>
      </span>
    </span>
  );
}
