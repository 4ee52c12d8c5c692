import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { buttonStyle } from '#web/components/button-style.ts';
import { ClockFace } from './clock-face.tsx';

type ClockScreenProps = { eventName: string; timeZone: string; onClose: () => void };

export function ClockScreen({ eventName, timeZone, onClose }: ClockScreenProps) {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="fixed inset-0 z-50 grid content-center justify-items-center gap-4 bg-bg p-4 text-center text-ink">
          <Dialog.Title className="text-22 font-[750] tracking-[-0.02em]">
            Photograph this code once with each camera
          </Dialog.Title>
          <ClockFace timeZone={timeZone} isLarge />
          <Dialog.Description className="sr-only">The clock of {eventName}</Dialog.Description>
          <Dialog.Close
            className={`${buttonStyle('ghost', 'icon')} fixed top-3 right-3`}
            aria-label="Exit full screen"
          >
            <X aria-hidden size={24} />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
