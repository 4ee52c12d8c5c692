import { Maximize } from 'lucide-react';
import { Button } from '#web/components/button.tsx';
import { passSearch } from '#web/lib/search-params.ts';
import { useSearchState } from '#web/lib/use-search-state.ts';
import { ClockFace } from './clock-face.tsx';
import { ClockScreen } from './clock-screen.tsx';

/** The clock code as a photographer shows it on a second screen. */
export function PassClock({ eventName, timeZone }: { eventName: string; timeZone: string }) {
  const { search, change } = useSearchState(passSearch);
  const isFullScreen = search.screen === 'true';
  return (
    <section aria-label="Clock" className="grid justify-items-center gap-4 text-center">
      <p className="max-w-[56ch] text-15 text-ink-2">
        Open this page on a second screen and photograph the code once with each of your cameras. Upload that
        photo with the others. It sets the camera’s time, also for earlier photos.
      </p>
      {!isFullScreen && <ClockFace timeZone={timeZone} isLarge={false} />}
      <Button kind="line" onClick={() => void change({ screen: 'true' }, { push: true })}>
        <Maximize aria-hidden size={18} />
        Full screen
      </Button>
      {isFullScreen && (
        <ClockScreen
          eventName={eventName}
          timeZone={timeZone}
          onClose={() => void change({ screen: undefined })}
        />
      )}
    </section>
  );
}
