import { useInfiniteQuery } from '@tanstack/react-query';
import { FRAME_STATES, type Pass, type PassPhoto, type PassPhotoState } from '#contract/endpoints/passes.ts';
import { Button } from '#web/components/button.tsx';
import { FilterSelect } from '#web/components/filter-select.tsx';
import { blurBehind } from '#web/components/photo.tsx';
import { EmptyState, FailedState, Skeleton } from '#web/components/states.tsx';
import { formatCount } from '#web/lib/formats.ts';
import { passSearch, useSearchState } from '#web/lib/search-params.ts';
import { frameAddress, passFramesQuery } from './pass-statement.tsx';

type PassPhotosProps = { token: string; counts: Pass['counts'] };

/** The photographer's own photos, each with its state. */
export function PassPhotos({ token, counts }: PassPhotosProps) {
  const { search, change } = useSearchState(passSearch);
  const state = FRAME_STATES.find((one) => one === search.frames);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    passFramesQuery(token, state),
  );
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton label="Loading your photos" className="h-[320px]" />;
  const auth = data.pages.at(-1)?.auth ?? '';
  const frames = data.pages.flatMap((page) => page.frames);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FilterSelect
        label="Show photos"
        value={state ?? ''}
        all={`All photos (${formatCount(total)})`}
        onChange={(value) => void change({ frames: value })}
        options={FRAME_STATES.filter((one) => counts[one] > 0 || one === state).map(
          (one) => [one, `${FRAME_WORDS[one]} (${formatCount(counts[one])})`] as const,
        )}
        className="justify-self-start"
      />
      {frames.length === 0 ? (
        <EmptyState
          title={state ? 'No photos here' : 'No photos yet'}
          sentence={
            state ? 'None of your photos are in this state now.' : 'Photos that you upload appear here.'
          }
        />
      ) : (
        <ul
          aria-label="Your photos"
          className="grid grid-cols-2 gap-3 sm:grid-cols-3 desk:grid-cols-5 desk:gap-4"
        >
          {frames.map((frame) => (
            <FrameCard key={frame.id} frame={frame} auth={auth} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          kind="line"
          className="justify-self-center"
          isBusy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  );
}

const LOOKS: Partial<Record<PassPhotoState, string>> = {
  published: 'text-ok',
  unsorted: 'text-warn',
  failed: 'text-bad',
  hidden: 'text-bad',
};
const PICTURED: readonly PassPhotoState[] = ['published', 'filed', 'unsorted', 'rejected'];

function FrameCard({ frame, auth }: { frame: PassPhoto; auth: string }) {
  const note = frameNote(frame);
  return (
    <li className="grid content-start gap-1.5">
      <span
        className="block aspect-[3/2] overflow-hidden rounded-tile bg-sunk bg-cover"
        ref={blurBehind(frame.placeholder)}
      >
        {PICTURED.includes(frame.state) && (
          <img
            src={frameAddress(frame.id, auth)}
            alt={frame.file_name}
            loading="lazy"
            draggable={false}
            className="size-full object-cover"
          />
        )}
      </span>
      <span className="grid min-w-0 leading-tight">
        <span className="truncate text-13 text-ink-2" title={frame.file_name}>
          {frame.file_name}
        </span>
        <span className={`text-14 font-semibold ${LOOKS[frame.state] ?? 'text-ink-2'}`}>
          {FRAME_WORDS[frame.state]}
        </span>
        {note && <span className="text-13 text-ink-2">{note}</span>}
      </span>
    </li>
  );
}

const FRAME_WORDS: Record<PassPhotoState, string> = {
  received: 'Being processed',
  published: 'Published',
  filed: 'Not yet published',
  unsorted: 'Needs sorting',
  rejected: 'Not selected',
  hidden: 'Taken down',
  clock: 'Clock photo',
  failed: 'Refused',
};

const DOUBT_WORDS: Record<NonNullable<PassPhoto['doubt']>, string> = {
  no_time: 'No capture time',
  near_boundary: 'Taken between two teams',
  outside_schedule: 'Outside the running order',
  no_schedule: 'No running order yet',
  camera_clock: 'Camera clock looks wrong',
};

/** The album of a filed frame, or why it is in none. */
function frameNote({ album, doubt, reason }: PassPhoto): string {
  return album ?? (doubt ? DOUBT_WORDS[doubt] : (reason ?? ''));
}
