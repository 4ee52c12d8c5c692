import { Dialog } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, FolderInput, Images, RotateCcw, RotateCw, Undo2, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { CulledPhoto } from '#contract/endpoints/culling.ts';
import { retryImage } from '#web/components/retry-image.ts';
import { type CullKey, cullKeyOf } from './culling-keys.ts';

const BUTTON =
  'inline-flex h-11 flex-none items-center gap-2 rounded-full px-3.5 text-14 font-semibold whitespace-nowrap text-white hover:bg-white/15 focus-visible:outline-2 focus-visible:outline-white';
/** A phone has room for the signs only. */
const WORD = 'not-desk:sr-only';

type LargePhotoProps = {
  photo: CulledPhoto;
  place: string;
  address: string;
  isCover: boolean;
  onStep: (by: number) => void;
  onKey: (key: CullKey) => void;
  onClose: () => void;
};

/** One photo over the whole screen, with the same keys as the grid and buttons for a phone. */
export function LargePhoto({ photo, place, address, isCover, onStep, onKey, onClose }: LargePhotoProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const key = cullKeyOf(event);
    if (event.key === 'ArrowRight') onStep(1);
    else if (event.key === 'ArrowLeft') onStep(-1);
    else if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) onClose();
    else if (key) onKey(key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const state = [photo.is_rejected && 'Rejected', isCover && 'Cover', photo.is_turning && 'Turning'];
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-50 grid grid-rows-[auto_minmax(0,1fr)_auto] bg-[#08080c] text-white outline-none"
        >
          <header className="flex items-center gap-3 px-3 py-2">
            <Dialog.Close aria-label="Close" className={`${BUTTON} w-11 justify-center px-0`}>
              <X size={22} />
            </Dialog.Close>
            <Dialog.Title className="min-w-0 truncate text-15 font-semibold" aria-live="polite">
              {[place, ...state.filter(Boolean)].join(', ')}
            </Dialog.Title>
            <span className="ml-auto truncate text-13 text-white/70">{photo.file_name}</span>
          </header>
          <div className="relative min-h-0">
            <img
              key={address}
              src={address}
              alt={photo.file_name}
              onError={retryImage}
              className={`absolute inset-0 size-full object-contain ${photo.is_rejected ? 'opacity-40' : ''}`}
            />
          </div>
          <footer className="flex items-center justify-between gap-1 overflow-x-auto px-2 py-2 pb-[calc(8px+env(safe-area-inset-bottom))] desk:justify-center">
            <button type="button" aria-label="Previous photo" className={BUTTON} onClick={() => onStep(-1)}>
              <ChevronLeft size={20} />
            </button>
            <button
              type="button"
              className={BUTTON}
              onClick={() => onKey(photo.is_rejected ? 'restore' : 'reject')}
            >
              {photo.is_rejected ? <Undo2 size={18} /> : <X size={18} />}
              <span className={WORD}>{photo.is_rejected ? 'Restore' : 'Reject'}</span>
            </button>
            <button
              type="button"
              aria-label="Turn to the left"
              className={BUTTON}
              onClick={() => onKey('left')}
            >
              <RotateCcw size={18} />
            </button>
            <button
              type="button"
              aria-label="Turn to the right"
              className={BUTTON}
              onClick={() => onKey('right')}
            >
              <RotateCw size={18} />
            </button>
            <button type="button" className={BUTTON} onClick={() => onKey('cover')}>
              <Images size={18} />
              <span className={WORD}>{isCover ? 'Unset cover' : 'Cover'}</span>
            </button>
            <button type="button" className={BUTTON} onClick={() => onKey('move')}>
              <FolderInput size={18} />
              <span className={WORD}>Move</span>
            </button>
            <button type="button" aria-label="Next photo" className={BUTTON} onClick={() => onStep(1)}>
              <ChevronRight size={20} />
            </button>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
