import { Pause, Play, RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { Notice } from '#web/components/states.tsx';
import { formatBytes, formatRemaining } from '#web/lib/files.ts';
import { countOf, formatCount } from '#web/lib/formats.ts';
import type { UploadQueue } from './upload-queue.ts';
import { PHASE_WORDS, type UploadSnapshot } from './upload-state.ts';

function Totals({ upload }: { upload: UploadSnapshot }) {
  const { sentBytes, totalBytes, bytesPerSecond, phase, counts, batch } = upload;
  if (phase === 'processing' && batch) {
    const { received, ...done } = batch.counts;
    const worked = Object.values(done).reduce((sum, count) => sum + count, 0);
    return <p>{`${formatCount(worked)} of ${formatCount(counts.sent)} filed`}</p>;
  }
  const parts = [`${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`];
  if (phase === 'sending' && bytesPerSecond) {
    parts.push(`${formatBytes(bytesPerSecond)}/s`);
    parts.push(formatRemaining((totalBytes - sentBytes) / bytesPerSecond));
  }
  return <p>{parts.join(', ')}</p>;
}

type UploadSummaryProps = { upload: UploadSnapshot; queue: UploadQueue };

function Controls({ upload, queue }: UploadSummaryProps) {
  const { phase, counts } = upload;
  const [isAsking, setIsAsking] = useState(false);
  const hasRetries = upload.files.some((file) => file.state === 'failed' && file.canRetry);
  return (
    <div className="flex flex-wrap gap-2">
      {phase === 'sending' && (
        <Button icon={Pause} kind="line" size="small" onClick={queue.pause}>
          Pause all
        </Button>
      )}
      {(phase === 'paused' || phase === 'offline' || phase === 'logged_out') && (
        <Button icon={Play} size="small" onClick={queue.resume}>
          Continue
        </Button>
      )}
      {phase === 'sending' && hasRetries && (
        <Button icon={RotateCw} kind="line" size="small" onClick={queue.retryFailed}>
          Retry failed
        </Button>
      )}
      {phase !== 'processing' && (
        <Button icon={X} kind="ghost" size="small" onClick={() => setIsAsking(true)}>
          Cancel upload
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Cancel this upload?"
          sentence={`${countOf(counts.waiting + counts.sending, 'photo')} won’t be uploaded. The ${formatCount(counts.sent)} already uploaded stay.`}
          confirmLabel="Cancel upload"
          onConfirm={() => {
            queue.cancel();
            setIsAsking(false);
          }}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

export function UploadSummary({ upload, queue }: UploadSummaryProps) {
  const { phase, target, counts, files, totalBytes, sentBytes, message, resumedFiles } = upload;
  return (
    <section aria-label="Upload" className="grid gap-3 rounded-card border border-line p-4 desk:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-0.5">
          <h2 className="text-18 font-bold tracking-[-0.02em]">{PHASE_WORDS[phase]}</h2>
          <p className="text-14 text-ink-2">
            {countOf(files.length, 'photo')} into {target?.albumName ?? target?.eventName}
            {resumedFiles > 0 && `, ${formatCount(resumedFiles)} uploaded earlier`}
          </p>
        </div>
        <Controls upload={upload} queue={queue} />
      </div>
      <ProgressBar label="Upload progress" value={sentBytes} max={totalBytes} />
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-14 tabular-nums text-ink-2">
        <Totals upload={upload} />
        <p>
          {`${formatCount(counts.sent)} uploaded, ${formatCount(counts.waiting + counts.sending)} left`}
          {counts.failed > 0 && (
            <span className="font-semibold text-bad">{`, ${formatCount(counts.failed)} failed`}</span>
          )}
        </p>
      </div>
      <div aria-live="polite">
        {message && <Notice tone={phase === 'offline' ? 'info' : 'bad'}>{message}</Notice>}
      </div>
    </section>
  );
}
