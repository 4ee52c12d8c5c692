import { useState } from 'react';
import type { SharedPhotos } from '#contract/endpoints/photo-links.ts';
import { blurBehind } from '#web/components/placeholder-picture.ts';
import { countOf } from '#web/lib/count-words.ts';
import { formatDate } from '#web/lib/formats.ts';
import { justifyRows } from '#web/lib/justify-rows.ts';
import { useElementWidth } from '#web/lib/use-element-width.ts';
import { sharedAddress } from './shared-address.ts';
import { SharedPhoto } from './shared-photo.tsx';

const DESK_WIDTH = 900;
const UNKNOWN_RATIO = 1.5;

const ratioOf = ({ width, height }: { width: number; height: number }) =>
  width && height ? width / height : UNKNOWN_RATIO;

export function SharedGallery({ shared }: { shared: SharedPhotos }) {
  const { title, event, owner_first_name, images, auth, ends_at } = shared;
  const [openIndex, setOpenIndex] = useState<number>();
  const [width, measure] = useElementWidth();
  const isDesk = width >= DESK_WIDTH;
  const gap = isDesk ? 6 : 3;
  const rows =
    width > 0 ? justifyRows(images.map(ratioOf), { width, gap, targetHeight: isDesk ? 300 : 200 }) : [];
  return (
    <>
      <header className="grid gap-1 px-4 desk:px-6">
        <h1
          tabIndex={-1}
          className="text-28 leading-tight font-extrabold tracking-[-0.03em] text-balance desk:text-36"
        >
          {title}
        </h1>
        <p className="text-15 text-ink-2">{event}</p>
        <p className="text-14 text-ink-2">
          {owner_first_name} shares {countOf(images.length, 'photo')} with you, until {formatDate(ends_at)}.
        </p>
      </header>
      <ul ref={measure} className="mx-[3px] flex min-h-[200px] flex-wrap desk:mx-6" style={{ gap }}>
        {rows.flatMap(({ start, end, height }) =>
          images.slice(start, end).map((image, position) => (
            <li
              key={image.id}
              ref={blurBehind(image.placeholder)}
              className="relative overflow-hidden bg-sunk bg-cover desk:rounded-tile"
              style={{
                // Slightly less than the exact width, because browsers wrap rows that are too wide by a rounding error.
                width: ratioOf(image) * height - 0.02,
                height,
              }}
            >
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={`Photo ${start + position + 1} of ${images.length}`}
                onClick={() => setOpenIndex(start + position)}
                className="absolute inset-0 focus-visible:outline-4 focus-visible:-outline-offset-4"
              >
                <img
                  src={sharedAddress(image.id, 'thumb', auth)}
                  alt=""
                  loading="lazy"
                  decoding="async"
                  className="size-full object-cover"
                />
              </button>
            </li>
          )),
        )}
      </ul>
      {openIndex !== undefined && (
        <SharedPhoto
          shared={shared}
          index={openIndex}
          onTurn={setOpenIndex}
          onClose={() => setOpenIndex(undefined)}
        />
      )}
    </>
  );
}
