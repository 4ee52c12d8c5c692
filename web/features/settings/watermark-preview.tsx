import { useQuery } from '@tanstack/react-query';
import { typedWatermark } from '#contract/endpoints/watermark.ts';
import { Button } from '#web/components/button.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { useSettledText } from '#web/lib/use-settled-text.ts';
import { markPreviewQuery, type TypedWatermarkValues } from './watermark.query.ts';
import { WatermarkRemake } from './watermark-remake.tsx';

const SETTLE_MS = 300;
const SHAPE = 'aspect-[3/2] w-full';

type WatermarkPreviewProps = {
  /** The values may be invalid while they are typed. */
  text: string;
  opacityPercent: number | string;
  sizePercent: number | string;
};

export function WatermarkPreview({ text, opacityPercent, sizePercent }: WatermarkPreviewProps) {
  const typed: TypedWatermarkValues = {
    text: text.trim(),
    opacity_percent: String(opacityPercent).trim(),
    size_percent: String(sizePercent).trim(),
  };
  return (
    <div className="grid gap-5">
      <MarkPicture typed={typed} />
      <WatermarkRemake typed={typed} />
    </div>
  );
}

function MarkPicture({ typed }: { typed: TypedWatermarkValues }) {
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
            `No preview: ${problem}.`
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
  return issue && `the ${WORDS[issue.path[0] as keyof typeof WORDS]} is not one we can draw`;
}
