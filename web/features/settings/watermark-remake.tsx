import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SiteSettings } from '#contract/endpoints/settings.ts';
import { type WatermarkRemake as Remake, watermarkEndpoints } from '#contract/endpoints/watermark.ts';
import { historyList } from '#contract/lists/history.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/count-words.ts';
import { listKey } from '#web/lib/staff-list-key.ts';
import { settingsQuery } from './settings.query.ts';
import { type TypedWatermarkValues, watermarkRemakeQuery } from './watermark.query.ts';

/** Photos keep the watermark they were processed with until staff ask for an update. */
export function WatermarkRemake({ typed }: { typed: TypedWatermarkValues }) {
  const queryClient = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const { data: saved } = useQuery(settingsQuery);
  const { data: remake, error } = useQuery(watermarkRemakeQuery);
  const start = useMutation({
    mutationFn: () => callApi(watermarkEndpoints.startWatermarkRemake),
    onSuccess: (now) => {
      queryClient.setQueryData(watermarkRemakeQuery.queryKey, now);
      return queryClient.invalidateQueries({ queryKey: listKey(historyList) });
    },
    onSettled: () => setIsAsked(false),
  });
  if (!remake) return error && <Failure error={error} />;
  if (remake.total === 0) return null;
  const open = remake.total - remake.done;
  const isRunning = remake.state === 'running';
  return (
    <div className="grid max-w-[640px] gap-3 border-line border-t pt-5">
      <p role="status" className="text-14">
        <b className="tabular-nums">
          {remake.done.toLocaleString('en-US')} of {countOf(remake.total, 'photo')}
        </b>{' '}
        {remake.total === 1 ? 'carries' : 'carry'} the saved watermark.{' '}
        <span className="text-ink-2">{noteOf(remake)}</span>
      </p>
      {isRunning && (
        <ProgressBar label="Photos with the saved watermark" value={remake.done} max={remake.total} />
      )}
      {!isRunning && open > remake.left && (
        <div className="flex flex-wrap items-center gap-3">
          <Button kind="line" disabled={isUnsaved(typed, saved)} onClick={() => setIsAsked(true)}>
            Update older photos
          </Button>
          {isUnsaved(typed, saved) && <p className="text-13 text-ink-2">Save the watermark first.</p>}
        </div>
      )}
      {start.error && <Failure error={start.error} />}
      {isAsked && (
        <ConfirmDialog
          title="Update older photos?"
          sentence={`The previews of ${countOf(open, 'photo')} get the watermark “${saved?.watermark_text}”. This can take a while, because new photos are processed first. All photos stay visible.`}
          confirmLabel="Update photos"
          isBusy={start.isPending}
          onConfirm={() => start.mutate()}
          onCancel={() => setIsAsked(false)}
        />
      )}
    </div>
  );
}

function Failure({ error }: { error: unknown }) {
  return (
    <p role="alert" className="text-14 text-bad">
      {messageOf(error)}
    </p>
  );
}

function noteOf({ state, done, total, left }: Remake): string {
  if (state === 'running') return 'The others are being updated.';
  if (left > 0) {
    return `${countOf(left, 'photo')} could not be updated, because the original is missing or damaged. The old preview stays.`;
  }
  return done < total ? 'The others still have an earlier one.' : '';
}

function isUnsaved(typed: TypedWatermarkValues, saved: SiteSettings | undefined): boolean {
  return (
    saved === undefined ||
    typed.text !== saved.watermark_text ||
    typed.opacity_percent !== String(saved.watermark_opacity_percent) ||
    typed.size_percent !== String(saved.watermark_size_percent)
  );
}
