import { Dialog } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { photoLinkEndpoints, type SharedPhotos } from '#contract/endpoints/photo-links.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { LocalText } from '#web/components/local-text.tsx';
import { blurBehind } from '#web/components/photo.tsx';
import { formatDate } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { justifyRows } from '#web/lib/justify-rows.ts';
import { addressOf } from '#web/lib/transport.ts';
import { useElementWidth } from '#web/lib/use-element-box.ts';

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
          {i18n.t('{ownerFirstName} shares {length} with you, until ', {
            ownerFirstName: owner_first_name,
            length: i18n.t('{count, plural, one {# photo} other {# photos}}', { count: images.length }),
          })}
          <LocalText text={formatDate(ends_at)} />.
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
                aria-label={i18n.t('Photo {start} of {length}', {
                  start: start + position + 1,
                  length: images.length,
                })}
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

type SharedPhotoProps = {
  shared: SharedPhotos;
  index: number;
  onTurn: (index: number) => void;
  onClose: () => void;
};

function SharedPhoto({ shared, index, onTurn, onClose }: SharedPhotoProps) {
  const { images, title, auth, downloads } = shared;
  const image = images[index];
  if (!image) return null;
  const turn = (step: number) => {
    if (images[index + step]) onTurn(index + step);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') turn(-1);
    if (event.key === 'ArrowRight') turn(1);
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          onKeyDown={handleKey}
          className="fixed inset-0 z-40 grid grid-rows-[auto_minmax(0,1fr)_auto] bg-[#000] text-ink"
        >
          <div className="flex items-center gap-1 p-2 desk:px-5 desk:py-3">
            <Dialog.Close aria-label={i18n.t('Close photo')} className={buttonStyle('ghost', 'icon')}>
              <X size={22} strokeWidth={1.8} />
            </Dialog.Close>
            <Dialog.Title className="mr-auto pl-2 text-15 font-[650] tabular-nums">
              {i18n.t('{index} of {length}', { index: index + 1, length: images.length })}
              <span className="sr-only">, {title}</span>
            </Dialog.Title>
            {downloads && (
              <a
                href={sharedAddress(image.id, 'original', auth)}
                download
                className={buttonStyle('line', 'small')}
              >
                <Download size={18} strokeWidth={1.8} />
                {i18n.t('Download')}
              </a>
            )}
          </div>
          <div className="grid min-h-0 place-items-center">
            <img
              key={image.id}
              src={sharedAddress(image.id, 'preview', auth)}
              alt={i18n.t('{title}, {index} of {length}', { title, index: index + 1, length: images.length })}
              className="max-h-full max-w-full object-contain"
            />
          </div>
          <div className="flex justify-center gap-4 p-3 pb-[calc(12px+env(safe-area-inset-bottom))]">
            <button
              type="button"
              aria-label={i18n.t('Previous photo')}
              disabled={index === 0}
              onClick={() => turn(-1)}
              className={buttonStyle('line', 'icon')}
            >
              <ChevronLeft size={22} strokeWidth={2} />
            </button>
            <button
              type="button"
              aria-label={i18n.t('Next photo')}
              disabled={index === images.length - 1}
              onClick={() => turn(1)}
              className={buttonStyle('line', 'icon')}
            >
              <ChevronRight size={22} strokeWidth={2} />
            </button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function sharedAddress(imageId: number, variant: 'thumb' | 'preview' | 'original', auth: string): string {
  return addressOf(photoLinkEndpoints.sharedImage, {
    params: { name: `${imageId}.${variant}` },
    query: { auth },
  });
}
