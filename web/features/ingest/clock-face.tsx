import { useQuery } from '@tanstack/react-query';
import { encode } from 'uqr';
import { timeAtEvent } from './event-time.ts';
import { serverClockQuery } from './ingest.query.ts';
import { useServerSeconds } from './use-server-seconds.ts';

/** Modules of white around the code: cameras need them, whatever the page's colour. */
const QUIET_ZONE = 4;

function codePath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return { size, path };
}

/** The code a camera photographs, and the same moment for people. Always black on white. */
export function ClockFace({ timeZone, isLarge }: { timeZone: string; isLarge: boolean }) {
  const { data: clock } = useQuery(serverClockQuery);
  const seconds = useServerSeconds(clock?.offsetMs ?? 0);
  const isoMoment = new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
  const text = `encore-clock:${isoMoment}`;
  const { size, path } = codePath(text);
  return (
    <div className="grid justify-items-center gap-3">
      <svg
        role="img"
        aria-label="QR code of the current time"
        data-code={text}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className={`rounded-card bg-white ${isLarge ? 'size-[min(62dvh,92vw)]' : 'size-[min(400px,100%)]'} ${clock ? '' : 'opacity-30'}`}
      >
        <path d={path} fill="#000" />
      </svg>
      <p
        role="timer"
        aria-live="off"
        className={`font-num leading-none font-semibold tabular-nums ${isLarge ? 'text-[min(16dvh,22vw)]' : 'text-[4.5rem]'}`}
      >
        {timeAtEvent(seconds * 1000, timeZone, true)}
      </p>
      <p className="text-14 text-ink-2">
        {timeZone}
        {clock && !clock.isFromServer && ', by the clock of this computer: the server did not tell its time'}
      </p>
    </div>
  );
}
