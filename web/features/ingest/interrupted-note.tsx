import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import { formatAge } from '#web/lib/formats.ts';
import { storedUploadMemory } from './upload-memory.ts';

/** An upload that the closing of the page cut off. */
export function InterruptedNote({ eventId }: { eventId: number }) {
  const [earlier, setEarlier] = useState(storedUploadMemory.find);
  if (!earlier || earlier.eventId !== eventId) return null;
  const forget = () => {
    storedUploadMemory.forget();
    setEarlier(undefined);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-ctl bg-warn-bg px-4 py-3 text-14 text-warn">
      <p className="max-w-[64ch]">
        <b>An upload was interrupted {formatAge(new Date(earlier.startedAt).toISOString())}.</b>{' '}
        {formatCount(earlier.arrived.length)} of {countOf(earlier.totalFiles, 'photo')} had arrived. Choose
        the same folder again, into the same target, and it goes on where it stopped.
      </p>
      <Button kind="ghost" size="small" className="text-warn!" onClick={forget}>
        Forget it
      </Button>
    </div>
  );
}
