import { useQuery } from '@tanstack/react-query';
import { QrCode } from '#web/components/qr-code.tsx';
import { timeAtEvent } from './event-time.ts';
import { serverClockQuery } from './ingest.query.ts';
import { useServerSeconds } from './use-server-seconds.ts';

export function ClockFace({ timeZone, isLarge }: { timeZone: string; isLarge: boolean }) {
  const { data: clock } = useQuery(serverClockQuery);
  const seconds = useServerSeconds(clock?.offsetMs ?? 0);
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
        className={`font-num leading-none font-semibold tabular-nums ${isLarge ? 'text-[min(16dvh,22vw)]' : 'text-[4.5rem]'}`}
      >
        {timeAtEvent(seconds * 1000, timeZone, true)}
      </p>
      <p className="text-14 text-ink-2">
        {timeZone}
        {clock && !clock.isFromServer && ' (this computer’s clock, because the server’s time is unknown)'}
      </p>
    </div>
  );
}
