import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { Maximize, X } from 'lucide-react';
import { timeZoneName } from '#contract/rules/time-zones.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { QrCode } from '#web/components/qr-code.tsx';
import { useClock } from '#web/lib/clock.ts';
import { timeAtEvent } from './event-time.ts';
import { serverClockQuery } from './ingest.query.ts';

/** The face shows a new second as soon as it begins. */
const CHECK_MS = 50;

function ClockFace({ timeZone, isLarge }: { timeZone: string; isLarge: boolean }) {
  const { data: clock } = useQuery(serverClockQuery);
  const offsetMs = clock?.offsetMs ?? 0;
  const seconds = useClock(CHECK_MS, () => Math.floor((Date.now() + offsetMs) / 1000));
  const isoMoment = new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
  const text = `encore-clock:${isoMoment}`;
  return (
    <div className="grid justify-items-center gap-3">
      <QrCode
        text={text}
        label="QR code of the current time"
        className={`${isLarge ? 'size-[min(62dvh,92vw)]' : 'size-[min(400px,100%)]'} ${clock ? '' : 'opacity-30'}`}
      />
      <p
        role="timer"
        aria-live="off"
        className={`font-num leading-none font-semibold whitespace-nowrap tabular-nums ${isLarge ? 'text-[min(16dvh,18vw)]' : 'text-[min(4.5rem,15vw)]'}`}
      >
        {timeAtEvent(seconds * 1000, timeZone, true)}
      </p>
      <p className="text-14 text-ink-2">
        {timeZoneName(timeZone)}
        {clock && !clock.isFromServer && ' (this computer’s clock, because the server’s time is unknown)'}
      </p>
    </div>
  );
}

type ClockPanelProps = {
  event: { name: string; time_zone: string };
  isFullScreen: boolean;
  onFullScreen: (isFull: boolean) => void;
};

/** The clock code, small or on the whole screen. */
export function ClockPanel({ event, isFullScreen, onFullScreen }: ClockPanelProps) {
  const { name, time_zone } = event;
  return (
    <>
      {!isFullScreen && <ClockFace timeZone={time_zone} isLarge={false} />}
      <Button icon={Maximize} kind="line" onClick={() => onFullScreen(true)}>
        Full screen
      </Button>
      {isFullScreen && (
        <ClockScreen eventName={name} timeZone={time_zone} onClose={() => onFullScreen(false)} />
      )}
    </>
  );
}

type ClockScreenProps = { eventName: string; timeZone: string; onClose: () => void };

function ClockScreen({ eventName, timeZone, onClose }: ClockScreenProps) {
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
            <X size={24} />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
