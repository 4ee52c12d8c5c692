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
import { listKey } from '#web/lib/lists/use-server-rows.ts';
import { settingsQuery } from './settings.query.ts';
import { type MarkWish, watermarkRemakeQuery } from './watermark.query.ts';

/** Photos of before keep the mark they were given until somebody asks for another one. */
export function WatermarkRemake({ typed }: { typed: MarkWish }) {
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
            Mark older photos anew
          </Button>
          {isUnsaved(typed, saved) && <p className="text-13 text-ink-2">Save the watermark first.</p>}
        </div>
      )}
      {start.error && <Failure error={start.error} />}
      {isAsked && (
        <ConfirmDialog
          title="Mark older photos anew?"
          sentence={`The previews of ${countOf(open, 'photo')} are made again with “${saved?.watermark_text}”. New photos go first, so this can take a while; nothing is hidden meanwhile.`}
          confirmLabel="Mark them anew"
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
  if (state === 'running') return 'The others are being made anew.';
  if (left > 0) {
    return `${countOf(left, 'photo')} could not be made anew: the original is gone or damaged. What is shown of ${left === 1 ? 'it' : 'them'} stays as it was.`;
  }
  return done < total ? 'The others still carry an earlier one.' : '';
}

function isUnsaved(typed: MarkWish, saved: SiteSettings | undefined): boolean {
  return (
    saved === undefined ||
    typed.text !== saved.watermark_text ||
    typed.opacity_percent !== String(saved.watermark_opacity_percent) ||
    typed.size_percent !== String(saved.watermark_size_percent)
  );
}
