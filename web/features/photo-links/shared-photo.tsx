import { Dialog } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { SharedPhotos } from '#contract/endpoints/photo-links.ts';
import { buttonStyle } from '#web/components/button-style.ts';
import { sharedAddress } from './shared-address.ts';

type SharedPhotoProps = {
  shared: SharedPhotos;
  index: number;
  onTurn: (index: number) => void;
  onClose: () => void;
};

export function SharedPhoto({ shared, index, onTurn, onClose }: SharedPhotoProps) {
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
            <Dialog.Close aria-label="Close photo" className={buttonStyle('ghost', 'icon')}>
              <X aria-hidden size={22} strokeWidth={1.8} />
            </Dialog.Close>
            <Dialog.Title className="mr-auto pl-2 text-15 font-[650] tabular-nums">
              {index + 1} of {images.length}
              <span className="sr-only">, {title}</span>
            </Dialog.Title>
            {downloads && (
              <a
                href={sharedAddress(image.id, 'original', auth)}
                download
                className={buttonStyle('line', 'small')}
              >
                <Download aria-hidden size={18} strokeWidth={1.8} />
                Download
              </a>
            )}
          </div>
          <div className="grid min-h-0 place-items-center">
            <img
              key={image.id}
              src={sharedAddress(image.id, 'preview', auth)}
              alt={`${title}, ${index + 1} of ${images.length}`}
              className="max-h-full max-w-full object-contain"
            />
          </div>
          <div className="flex justify-center gap-4 p-3 pb-[calc(12px+env(safe-area-inset-bottom))]">
            <button
              type="button"
              aria-label="Previous photo"
              disabled={index === 0}
              onClick={() => turn(-1)}
              className={buttonStyle('line', 'icon')}
            >
              <ChevronLeft aria-hidden size={22} strokeWidth={2} />
            </button>
            <button
              type="button"
              aria-label="Next photo"
              disabled={index === images.length - 1}
              onClick={() => turn(1)}
              className={buttonStyle('line', 'icon')}
            >
              <ChevronRight aria-hidden size={22} strokeWidth={2} />
            </button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
