import { useQuery } from '@tanstack/react-query';
import { watermarkEndpoints } from '#contract/endpoints/watermark.ts';
import { Button } from '#web/components/button.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { useSettledText } from '#web/lib/use-settled-text.ts';
import { type MarkWish, markPreviewQuery } from './watermark.query.ts';
import { WatermarkRemake } from './watermark-remake.tsx';

const SETTLE_MS = 300;
const SHAPE = 'aspect-[3/2] w-full';

type WatermarkPreviewProps = {
  /** As typed so far, right or wrong. */
  text: string;
  opacityPercent: number | string;
  sizePercent: number | string;
};

/** The mark on a test picture while it is typed, and the older photos that do not carry it yet. */
export function WatermarkPreview({ text, opacityPercent, sizePercent }: WatermarkPreviewProps) {
  const typed: MarkWish = {
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

function MarkPicture({ typed }: { typed: MarkWish }) {
  const wish: MarkWish = JSON.parse(useSettledText(JSON.stringify(typed), SETTLE_MS));
  const { data: address, error, isFetching, refetch } = useQuery(markPreviewQuery(wish));
  const problem = problemOf(wish);
  const isOld = isFetching || problem !== undefined || error !== null;
  return (
    <figure className="grid max-w-[640px] gap-2">
      {address ? (
        <img
          src={address}
          alt={`The watermark “${wish.text}” over light and dark parts`}
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
            `No preview of this yet: ${problem}.`
          ) : error ? (
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="text-bad">{messageOf(error)}</span>
              <Button kind="line" size="small" onClick={() => refetch()}>
                Try again
              </Button>
            </span>
          ) : (
            'As customers see photos before they buy them; a test picture with light and dark parts.'
          )}
        </div>
      </figcaption>
    </figure>
  );
}

const WORDS = { text: 'text', opacity_percent: 'opacity', size_percent: 'size' } as const;

/** What the fields say in full, in short. */
function problemOf(wish: MarkWish): string | undefined {
  const [issue] = watermarkEndpoints.previewWatermark.query.safeParse(wish).error?.issues ?? [];
  return issue && `the ${WORDS[issue.path[0] as keyof typeof WORDS]} is not one we can draw`;
}
