import { Maximize } from 'lucide-react';
import { Button } from '#web/components/button.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { CamerasCard } from './cameras-card.tsx';
import { ClockFace } from './clock-face.tsx';
import { ClockScreen } from './clock-screen.tsx';
import type { IngestEvent } from './ingest.types.ts';

type ClockViewProps = { event: IngestEvent; isFullScreen: boolean; onFullScreen: (isFull: boolean) => void };

export function ClockView({ event, isFullScreen, onFullScreen }: ClockViewProps) {
  return (
    <div className="mx-auto grid w-full max-w-[1160px] content-start items-start gap-4 p-4 desk:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] desk:p-6">
      <section
        aria-label="Clock"
        className="grid justify-items-center gap-4 rounded-sheet border border-line p-5"
      >
        <h2 className="text-18 font-bold tracking-[-0.02em]">Photograph this code once with each camera</h2>
        {!isFullScreen && <ClockFace timeZone={event.time_zone} isLarge={false} />}
        <Button kind="line" onClick={() => onFullScreen(true)}>
          <Maximize aria-hidden size={18} />
          Full screen
        </Button>
      </section>
      <div className="grid gap-4">
        <SectionCard title="How it works">
          <ol className="grid list-decimal gap-2 pl-5 text-15 text-ink-2">
            <li>Show the code full screen where photographers pass by.</li>
            <li>
              Take one sharp, straight photo of the code with each camera. Turn the brightness up and avoid
              glare.
            </li>
            <li>Upload that photo with the others. It tells how far the camera's clock is off.</li>
            <li>All photos of that camera are then filed by the correct time, including earlier ones.</li>
          </ol>
        </SectionCard>
        <CamerasCard event={event} />
      </div>
      {isFullScreen && (
        <ClockScreen eventName={event.name} timeZone={event.time_zone} onClose={() => onFullScreen(false)} />
      )}
    </div>
  );
}
