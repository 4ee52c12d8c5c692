import { Dialog } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, type LucideIcon, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { i18n } from '#web/lib/i18n.ts';
import { buttonStyle } from './button.tsx';
import { useCloseOnBack } from './close-on-back.ts';
import { SheetsAbove } from './sheets-above.tsx';

type PhotoDialogProps = {
  title: string;
  index: number;
  count: number;
  actions?: ReactNode;
  children: ReactNode;
  /** Between the arrows. */
  footer?: ReactNode;
  onTurn: (index: number) => void;
  onClose: () => void;
};

/** Shows one of several photos on a dark screen, turned by arrows and keys. */
export function PhotoDialog(props: PhotoDialogProps) {
  const { title, index, count, actions, children, footer, onTurn, onClose } = props;
  useCloseOnBack(onClose);
  const turn = (step: number) => {
    if (index + step >= 0 && index + step < count) onTurn(index + step);
  };
  const handleKey = (event: KeyboardEvent) => {
    // React also reports keys that are pressed in a sheet above the photo.
    if (!event.currentTarget.contains(event.target as Node)) return;
    if (event.key === 'ArrowLeft') turn(-1);
    if (event.key === 'ArrowRight') turn(1);
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          data-fullscreen
          onKeyDown={handleKey}
          className="fixed inset-0 z-40 grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] bg-[#000] text-ink"
        >
          <div className="flex items-center gap-1 p-2 desk:px-5 desk:py-3">
            <Dialog.Close aria-label={i18n.t('Close photo')} className={buttonStyle('ghost', 'icon')}>
              <X size={22} strokeWidth={1.8} />
            </Dialog.Close>
            <Dialog.Title className="mr-auto pl-2 text-15 font-[650] tabular-nums">
              {i18n.t('{position} of {count}', { position: index + 1, count })}
              <span className="sr-only">, {title}</span>
            </Dialog.Title>
            {actions}
          </div>
          <div className="grid min-h-0 place-items-center">{children}</div>
          <div className="flex items-center justify-center gap-3 p-3 pb-[calc(12px+env(safe-area-inset-bottom))]">
            {count > 1 && (
              <Turn
                icon={ChevronLeft}
                label={i18n.t('Previous photo')}
                isEnd={index === 0}
                onTurn={() => turn(-1)}
              />
            )}
            {footer}
            {count > 1 && (
              <Turn
                icon={ChevronRight}
                label={i18n.t('Next photo')}
                isEnd={index === count - 1}
                onTurn={() => turn(1)}
              />
            )}
          </div>
          <SheetsAbove />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type TurnProps = { icon: LucideIcon; label: string; isEnd: boolean; onTurn: () => void };

function Turn({ icon: Icon, label, isEnd, onTurn }: TurnProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={isEnd}
      onClick={onTurn}
      className={`${buttonStyle('line', 'icon')} flex-none`}
    >
      <Icon size={22} strokeWidth={2} />
    </button>
  );
}
