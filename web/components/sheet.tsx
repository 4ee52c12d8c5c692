import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { i18n } from '#web/lib/i18n.ts';
import { type ButtonKind, buttonStyle } from './button.tsx';
import { useCloseOnBack } from './close-on-back.ts';
import { keepFocusOnPage } from './page-heading.tsx';

type SheetProps = {
  title: string;
  description?: string;
  onClose: () => void;
  /** False keeps the sheet open, e.g. to ask first. */
  mayClose?: () => boolean;
  children: ReactNode;
  footer?: ReactNode;
  isWide?: boolean;
  /** Makes the sheet full height and keeps it from scrolling, because the list in it scrolls. */
  isTall?: boolean;
  /** At the right edge of a desktop, so that the photos stay visible. */
  isAside?: boolean;
};

function placeOf({ isWide, isTall, isAside }: Pick<SheetProps, 'isWide' | 'isTall' | 'isAside'>): string {
  if (isAside) {
    return 'max-h-[94dvh] desk:inset-y-5 desk:right-5 desk:left-auto desk:my-auto desk:h-fit desk:max-h-[calc(100dvh-40px)] desk:w-[520px]';
  }
  const width = isWide ? 'desk:w-[min(1120px,calc(100vw-64px))]' : 'desk:w-[520px]';
  return `max-h-[88dvh] desk:inset-x-auto desk:top-1/2 desk:bottom-auto desk:left-1/2 desk:-translate-1/2 ${width} ${isTall ? 'h-[88dvh]' : ''}`;
}

/** A bottom sheet on a phone and a dialog on a desktop; it opens when it is mounted. */
export function Sheet(props: SheetProps) {
  const { title, description, onClose, mayClose = () => true, children, footer, isTall = false } = props;
  const [isOpen, setIsOpen] = useState(true);
  const popup = useRef<HTMLDivElement>(null);
  useCloseOnBack(() => mayClose() && setIsOpen(false), isOpen);
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(isWanted) => (isWanted || mayClose()) && setIsOpen(isWanted)}
      onOpenChangeComplete={(isStillOpen) => {
        if (isStillOpen) return;
        onClose();
        requestAnimationFrame(keepFocusOnPage);
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className="sheet-backdrop fixed inset-0 z-50 bg-[rgb(6_6_10/.55)]" />
        <Dialog.Popup
          ref={popup}
          // People who open a sheet to search can type right away.
          initialFocus={() => popup.current?.querySelector<HTMLElement>('[role="combobox"]') ?? true}
          className={`sheet fixed inset-x-0 bottom-0 z-50 flex flex-col rounded-t-sheet bg-surface pb-[env(safe-area-inset-bottom)] text-ink shadow-3 ring-1 ring-line desk:rounded-sheet ${placeOf(props)}`}
        >
          <header className="flex items-start gap-4 px-5 pt-4 pb-2 desk:px-7 desk:pt-6">
            <div className="grid flex-1 gap-1 pt-2">
              <Dialog.Title className="text-22 leading-tight font-[750] tracking-[-0.02em]">
                {title}
              </Dialog.Title>
              {description && (
                <Dialog.Description className="text-15 text-ink-2">{description}</Dialog.Description>
              )}
            </div>
            <Dialog.Close className={`${buttonStyle('ghost', 'icon')} -mr-2.5`} aria-label={i18n.t('Close')}>
              <X size={22} strokeWidth={1.8} />
            </Dialog.Close>
          </header>
          <div
            className={`min-h-0 flex-1 ${isTall ? 'flex flex-col overflow-hidden' : 'scroll-pb-16 overflow-y-auto px-5 py-3 desk:px-7'}`}
          >
            {children}
          </div>
          {footer && (
            <footer className="flex gap-2 border-line border-t px-5 py-4 *:flex-1 desk:justify-end desk:px-7 desk:*:flex-none">
              {footer}
            </footer>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type SheetCloseProps = { kind?: ButtonKind; onClick?: () => void; children: ReactNode };

export function SheetClose({ kind, onClick, children }: SheetCloseProps) {
  return (
    <Dialog.Close onClick={onClick} className={buttonStyle(kind)}>
      {children}
    </Dialog.Close>
  );
}
