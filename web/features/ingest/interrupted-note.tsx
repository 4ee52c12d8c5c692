import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import { formatAge } from '#web/lib/formats.ts';
import { storedUploadMemory } from './upload-memory.ts';

export function InterruptedNote({ eventId }: { eventId: number }) {
  const [interrupted, setEarlier] = useState(storedUploadMemory.find);
  if (!interrupted || interrupted.eventId !== eventId) return null;
  const forget = () => {
    storedUploadMemory.forget();
    setEarlier(undefined);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-ctl bg-warn-bg px-4 py-3 text-14 text-warn">
      <p className="max-w-[64ch]">
        <b>An upload was interrupted {formatAge(new Date(interrupted.startedAt).toISOString())}.</b>{' '}
        {formatCount(interrupted.arrived.length)} of {countOf(interrupted.totalFiles, 'photo')} were uploaded.
        To resume, choose the same folder and the same album again.
      </p>
      <Button kind="ghost" size="small" className="text-warn!" onClick={forget}>
        Dismiss
      </Button>
    </div>
  );
}
