import { X } from 'lucide-react';
import { buttonStyle } from '#web/components/button.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { formatRemaining } from '#web/lib/files.ts';
import { formatCount } from '#web/lib/formats.ts';
import { Link, paths, useLocation } from '#web/lib/navigation.tsx';
import { buildReport, nameOutcome, PHASE_WORDS, type UploadSnapshot } from './upload-state.ts';
import { uploads, useUploads } from './uploads.ts';

function statusLine({
  phase,
  counts,
  files,
  batch,
  bytesPerSecond,
  totalBytes,
  sentBytes,
}: UploadSnapshot): string {
  if (phase === 'done') return `Upload ${nameOutcome(buildReport(files, batch)).toLowerCase()}`;
  const place = `${formatCount(counts.sent)} of ${formatCount(files.length)}`;
  if (phase !== 'sending') return `${PHASE_WORDS[phase]}, ${place}`;
  const left = bytesPerSecond ? `, ${formatRemaining((totalBytes - sentBytes) / bytesPerSecond)}` : '';
  return `Uploading ${place}${left}`;
}

export function UploadStatus() {
  const upload = useUploads();
  const { pathname } = useLocation();
  const place = upload.target ? paths.adminEvent(upload.target.eventId, 'upload') : paths.adminEvents;
  const isThere = pathname === place;
  if (upload.phase === 'idle' || isThere || upload.files.length === 0) return null;
  const isDone = upload.phase === 'done';
  return (
    <div className="fixed right-4 bottom-[calc(var(--tab-bar-height)+12px)] z-30 flex w-[min(320px,calc(100vw-32px))] items-center rounded-card bg-raised text-14 font-semibold tabular-nums shadow-3 ring-1 ring-line desk:bottom-4">
      <Link to={place} className="grid min-w-0 flex-1 gap-2 rounded-card px-4 py-3 hover:bg-sunk">
        {statusLine(upload)}
        {!isDone && (
          <ProgressBar label="Upload progress" value={upload.sentBytes} max={upload.totalBytes} isThin />
        )}
      </Link>
      {isDone && (
        <button
          type="button"
          aria-label="Dismiss upload report"
          onClick={uploads.clear}
          className={`${buttonStyle('ghost', 'icon')} flex-none`}
        >
          <X size={18} />
        </button>
      )}
    </div>
  );
}
