import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import { formatAge } from '#web/lib/formats.ts';
import { storedUploadMemory, type UploadMemory } from './upload-memory.ts';

const STAFF_MEMORY = storedUploadMemory();

export function InterruptedNote({
  eventId,
  memory = STAFF_MEMORY,
}: {
  eventId: number;
  memory?: UploadMemory;
}) {
  const [interrupted, setEarlier] = useState(memory.find);
  if (!interrupted || interrupted.eventId !== eventId) return null;
  const forget = () => {
    memory.forget();
    setEarlier(undefined);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-ctl bg-warn-bg px-4 py-3 text-14 text-warn">
      <p className="max-w-[64ch]">
        <b>An upload was interrupted {formatAge(new Date(interrupted.startedAt).toISOString())}.</b>{' '}
        {formatCount(interrupted.arrived.length)} of {countOf(interrupted.totalFiles, 'photo')} were uploaded.
        To resume, choose the same photos again{interrupted.albumId !== null && ', for the same album'}.
      </p>
      <Button kind="ghost" size="small" className="text-warn!" onClick={forget}>
        Dismiss
      </Button>
    </div>
  );
}
