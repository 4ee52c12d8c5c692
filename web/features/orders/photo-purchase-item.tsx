import { eventLine, teamLine } from '#contract/rules/title-lines.ts';
import { Photo } from '#web/components/photo.tsx';
import type { ImagePurchase } from './purchase-details.ts';

export function PhotoPurchaseItem({ details: { album, image, imageToken } }: { details: ImagePurchase }) {
  const [event] = album.events;
  const ratio = image.width && image.height ? image.width / image.height : 1.5;
  return (
    <div className="grid gap-3">
      <div className="grid justify-items-center overflow-hidden rounded-card bg-sunk">
        <div style={{ aspectRatio: ratio, maxHeight: 260 }} className="grid w-full max-w-full">
          <Photo
            albumUuid={album.uuid}
            image={image}
            token={imageToken}
            isEager
            alt="The photo you are buying"
            className="size-full [&>img]:object-contain"
          />
        </div>
      </div>
      <div className="text-14 leading-[1.45] text-ink-2">
        <p className="text-15 font-bold text-ink">Digital Photo</p>
        <p>{teamLine(album)}</p>
        {event && <p>{eventLine(event)}</p>}
      </div>
    </div>
  );
}
