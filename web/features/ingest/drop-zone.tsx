import { FolderUp, Images } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { countOf, formatAge, formatCount } from '#web/lib/formats.ts';
import { collectChosen, collectDropped, type PickedFile } from './image-files.ts';
import { storedUploadMemory, type UploadMemory } from './upload-store.ts';

type DropZoneProps = { hint: string; onPicked: (picked: PickedFile[]) => void };

export function DropZone({ hint, onPicked }: DropZoneProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    setIsReading(true);
    try {
      onPicked(await collectDropped(event.dataTransfer));
    } finally {
      setIsReading(false);
    }
  };
  const choose = (input: HTMLInputElement) => {
    const picked = collectChosen(input.files);
    input.value = '';
    if (picked.length > 0) onPicked(picked);
  };
  return (
    <section
      aria-label="Add photos"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`grid justify-items-center gap-3 rounded-sheet border-2 border-dashed px-5 py-10 text-center ${isOver ? 'border-spot bg-spot-wash' : 'border-edge bg-sunk'}`}
    >
      <p className="text-18 font-bold tracking-[-0.02em]">
        {isReading ? (
          'Reading the folder…'
        ) : isOver ? (
          'Drop to upload'
        ) : (
          <>
            <span className="pointer-coarse:hidden">Drop a folder or photos here</span>
            <span className="hidden pointer-coarse:inline">Add photos</span>
          </>
        )}
      </p>
      <p className="max-w-[52ch] text-14 text-ink-2">{hint}</p>
      <div className="flex flex-wrap justify-center gap-2">
        {/* Phones cannot choose a folder. */}
        <Button icon={FolderUp} className="pointer-coarse:hidden" onClick={() => folder.current?.click()}>
          Choose a folder
        </Button>
        <Button icon={Images} kind="line" onClick={() => files.current?.click()}>
          Choose photos
        </Button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept="image/jpeg,image/png,image/webp,image/tiff"
        aria-label="Photos"
        onChange={({ target }) => choose(target)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        {...{ webkitdirectory: '' }}
        aria-label="Folder"
        onChange={({ target }) => choose(target)}
      />
    </section>
  );
}

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
