import { useState, useSyncExternalStore } from 'react';
import { Notice } from '#web/components/notice.tsx';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import { DropZone } from './drop-zone.tsx';
import { InterruptedNote } from './interrupted-note.tsx';
import { passMemory, passUploadsOf } from './pass-uploads.ts';
import { type PickedFile, sortOutPictures } from './picture-files.ts';
import { UploadFiles } from './upload-files.tsx';
import { liveFile } from './upload-report.ts';
import { UploadReportCard } from './upload-report-card.tsx';
import { UploadSummary } from './upload-summary.tsx';

/** A pass belongs to one event, whose number its photographer need not know. */
const OWN_EVENT = 0;

type PassUploadProps = { token: string; eventName: string; filesLeft: number };

export function PassUpload({ token, eventName, filesLeft }: PassUploadProps) {
  const queue = passUploadsOf(token);
  const upload = useSyncExternalStore(queue.subscribe, queue.read);
  const [leftOut, setLeftOut] = useState(0);
  const start = (picked: PickedFile[]) => {
    const sorted = sortOutPictures(picked);
    setLeftOut(sorted.leftOut);
    void queue.start(sorted.pictures, { eventId: OWN_EVENT, eventName, albumId: null, albumName: null });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      {upload.phase === 'idle' && (
        <>
          <InterruptedNote eventId={OWN_EVENT} memory={passMemory} />
          {upload.message && <Notice tone="bad">{upload.message}</Notice>}
          <DropZone
            hint={`JPEG, PNG, WebP or TIFF, up to 80 MB each. Photos are filed by their capture time. You can upload ${formatCount(filesLeft)} more.`}
            onPicked={start}
          />
        </>
      )}
      {leftOut > 0 && (
        <Notice tone="info">Skipped {countOf(leftOut, 'other file')}, such as raw files or video.</Notice>
      )}
      {upload.phase === 'done' && <UploadReportCard upload={upload} queue={queue} canReview={false} />}
      {upload.phase !== 'idle' && upload.phase !== 'done' && (
        <>
          <UploadSummary upload={upload} queue={queue} />
          <UploadFiles files={upload.files.map(liveFile)} />
        </>
      )}
    </div>
  );
}
