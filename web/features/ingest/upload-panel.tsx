import { FolderUp, Images } from 'lucide-react';
import { type DragEvent, type ReactNode, useState, useSyncExternalStore } from 'react';
import { Button } from '#web/components/button.tsx';
import { FileButton } from '#web/components/file-button.tsx';
import { Notice } from '#web/components/states.tsx';
import { countOf, formatAge, formatCount } from '#web/lib/formats.ts';
import { collectChosen, collectDropped, type PickedFile, sortOutImages } from './image-files.ts';
import type { UploadQueue } from './upload-queue.ts';
import { UploadFiles, UploadReportCard } from './upload-report-card.tsx';
import { liveFile, type UploadTarget } from './upload-state.ts';
import type { UploadMemory } from './upload-store.ts';
import { UploadSummary } from './upload-summary.tsx';

type UploadPanelProps = {
  queue: UploadQueue;
  memory: UploadMemory;
  target: UploadTarget;
  hint: string;
  /** Staff can review unsorted photos. */
  canReview: boolean;
  /** The fields to fill in before the photos. */
  children?: ReactNode;
};

/** An upload from the choice of its photos to the report. */
export function UploadPanel({ queue, memory, target, hint, canReview, children }: UploadPanelProps) {
  const upload = useSyncExternalStore(queue.subscribe, queue.read);
  const [leftOut, setLeftOut] = useState(0);
  const start = (picked: PickedFile[]) => {
    const sorted = sortOutImages(picked);
    setLeftOut(sorted.leftOut);
    void queue.start(sorted.pictures, target);
  };
  return (
    <>
      {upload.phase === 'idle' && (
        <>
          <InterruptedNote eventId={target.eventId} memory={memory} />
          {children}
          {upload.message && <Notice tone="bad">{upload.message}</Notice>}
          <DropZone hint={hint} onPicked={start} />
        </>
      )}
      {leftOut > 0 && (
        <Notice tone="info">Skipped {countOf(leftOut, 'other file')}, such as raw files or video.</Notice>
      )}
      {upload.phase === 'done' && <UploadReportCard upload={upload} queue={queue} canReview={canReview} />}
      {upload.phase !== 'idle' && upload.phase !== 'done' && (
        <>
          <UploadSummary upload={upload} queue={queue} />
          <UploadFiles files={upload.files.map(liveFile)} />
        </>
      )}
    </>
  );
}

type DropZoneProps = { hint: string; onPicked: (picked: PickedFile[]) => void };

function DropZone({ hint, onPicked }: DropZoneProps) {
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
  const choose = (files: File[]) => onPicked(collectChosen(files));
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
        <FileButton
          icon={FolderUp}
          className="pointer-coarse:hidden"
          label="Folder"
          isFolder
          onChoose={choose}
        >
          Choose a folder
        </FileButton>
        <FileButton
          icon={Images}
          kind="line"
          label="Photos"
          accept="image/jpeg,image/png,image/webp,image/tiff"
          multiple
          onChoose={choose}
        >
          Choose photos
        </FileButton>
      </div>
    </section>
  );
}

function InterruptedNote({ eventId, memory }: { eventId: number; memory: UploadMemory }) {
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
