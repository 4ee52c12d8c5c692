import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { SentQuery } from '#contract/endpoint.ts';
import type { SiteSettings } from '#contract/endpoints/settings.ts';
import {
  type WatermarkRemake as Remake,
  typedWatermark,
  watermarkEndpoints,
} from '#contract/endpoints/watermark.ts';
import { historyList } from '#contract/lists/history.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { Skeleton } from '#web/components/states.tsx';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { countOf, formatCount } from '#web/lib/formats.ts';
import { listKey } from '#web/lib/query-client.ts';
import { useSettledText } from '#web/lib/use-typed-search.ts';
import type { SettingControl } from './setting-input.tsx';
import { SETTINGS, settingsQuery } from './settings.query.ts';

const SETTLE_MS = 300;
const SHAPE = 'aspect-[3/2] w-full';

/** Watches the watermark fields in their own component, so that typing does not render the whole form. */
export function TypedWatermark({ control }: { control: SettingControl }) {
  const [text, opacity, size] = useWatch({
    control,
    name: ['watermark_text', 'watermark_opacity_percent', 'watermark_size_percent'],
  });
  const typed: TypedWatermarkValues = {
    text: String(text).trim(),
    opacity_percent: String(opacity).trim(),
    size_percent: String(size).trim(),
  };
  return (
    <div className="grid gap-5">
      <MarkImage typed={typed} />
      <WatermarkRemake typed={typed} />
    </div>
  );
}

function MarkImage({ typed }: { typed: TypedWatermarkValues }) {
  const watermark: TypedWatermarkValues = JSON.parse(useSettledText(JSON.stringify(typed), SETTLE_MS));
  const { data: address, error, isFetching, refetch } = useQuery(markPreviewQuery(watermark));
  const problem = problemOf(watermark);
  const isOld = isFetching || problem !== undefined || error !== null;
  return (
    <figure className="grid max-w-[640px] gap-2">
      {address ? (
        <img
          src={address}
          alt={`The watermark “${watermark.text}” over light and dark parts`}
          aria-busy={isFetching}
          className={`${SHAPE} rounded-card object-cover transition-opacity duration-(--d2) ${isOld ? 'opacity-60' : ''}`}
        />
      ) : problem || error ? (
        <div className={`${SHAPE} rounded-card bg-sunk`} />
      ) : (
        <Skeleton label="Drawing the watermark" className={SHAPE} />
      )}
      <figcaption className="text-13 text-ink-2">
        <div role="status">
          {problem ? (
            `No preview: check the ${problem}.`
          ) : error ? (
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="text-bad">{messageOf(error)}</span>
              <Button kind="line" size="small" onClick={() => refetch()}>
                Try again
              </Button>
            </span>
          ) : (
            'A test picture with the watermark that customers see before they buy.'
          )}
        </div>
      </figcaption>
    </figure>
  );
}

const WORDS = { text: 'text', opacity_percent: 'opacity', size_percent: 'size' } as const;

/** The fields show the full message; the preview has room only for a short one. */
function problemOf(watermark: TypedWatermarkValues): string | undefined {
  const [issue] = typedWatermark.safeParse(watermark).error?.issues ?? [];
  return issue && WORDS[issue.path[0] as keyof typeof WORDS];
}

/** Photos keep the watermark they were processed with until staff ask for an update. */
export function WatermarkRemake({ typed }: { typed: TypedWatermarkValues }) {
  const queryClient = useQueryClient();
  const { data: saved } = useQuery(settingsQuery);
  const { data: remake, error } = useQuery(watermarkRemakeQuery);
  const start = useMutation({
    mutationFn: () => callApi(watermarkEndpoints.startWatermarkRemake),
    onSuccess: (now) => {
      queryClient.setQueryData(watermarkRemakeQuery.queryKey, now);
      return queryClient.invalidateQueries({ queryKey: listKey(historyList) });
    },
  });
  const open = (remake?.total ?? 0) - (remake?.done ?? 0);
  const { ask, question } = useConfirmed(start, () => ({
    title: 'Update older photos?',
    sentence: `The previews of ${countOf(open, 'photo')} get the watermark “${saved?.watermark_text}”. This can take a while, because new photos are processed first. All photos stay visible.`,
    confirmLabel: 'Update photos',
  }));
  if (!remake) return error && <Failure error={error} />;
  if (remake.total === 0) return null;
  const isRunning = remake.state === 'running';
  return (
    <div className="grid max-w-[640px] gap-3 border-line border-t pt-5">
      <p role="status" className="text-14">
        <b className="tabular-nums">
          {formatCount(remake.done)} of {countOf(remake.total, 'photo')}
        </b>{' '}
        {remake.total === 1 ? 'carries' : 'carry'} the saved watermark.{' '}
        <span className="text-ink-2">{noteOf(remake)}</span>
      </p>
      {isRunning && (
        <ProgressBar label="Photos with the saved watermark" value={remake.done} max={remake.total} />
      )}
      {!isRunning && open > remake.left && (
        <div className="flex flex-wrap items-center gap-3">
          <Button kind="line" disabled={isUnsaved(typed, saved)} onClick={() => ask()}>
            Update older photos
          </Button>
          {isUnsaved(typed, saved) && <p className="text-13 text-ink-2">Save the watermark first.</p>}
        </div>
      )}
      {start.error && <Failure error={start.error} />}
      {question}
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

const POLL_MS = 2_000;

type TypedWatermarkValues = SentQuery<typeof watermarkEndpoints.previewWatermark>;

/** The previous picture stays until the next one is loaded. */
const markPreviewQuery = (watermark: TypedWatermarkValues) =>
  queryOptions({
    queryKey: ['watermark-preview', watermark],
    queryFn: async ({ signal }) => {
      const picture = await callApi(watermarkEndpoints.previewWatermark, { query: watermark, signal });
      return readAsAddress(picture as Blob);
    },
    enabled: typedWatermark.safeParse(watermark).success,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

function readAsAddress(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}

/** The key begins with that of the settings, so that saving them refreshes it. */
const watermarkRemakeQuery = apiQuery([...SETTINGS, 'watermark-remake'], watermarkEndpoints.watermarkRemake, {
  refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
});
