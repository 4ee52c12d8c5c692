import { useQuery } from '@tanstack/react-query';
import { type ForcedCover, safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import { discOf } from '#contract/rules/safe-share.ts';
import { Button } from '#web/components/button.tsx';
import { photoAddress } from '#web/components/photo.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatAge } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { forcedCoversQuery } from './safe-share.query.ts';

const STATES = { open: 'Covered, to be checked', kept: 'Covered', declined: 'Declined' };

/** The faces that parents asked never to show, for staff. */
export function ForcedCovers() {
  const covers = useQuery(forcedCoversQuery);
  return (
    <QueryState query={covers} loading={<Skeleton label="Loading requests" className="h-40" />}>
      {(loaded) =>
        loaded.length === 0 ? (
          <EmptyState
            title="All caught up"
            sentence="Requests appear here once a parent asks never to show their child on a photo."
          />
        ) : (
          <ul className="grid gap-4 desk:grid-cols-2">
            {loaded.map((cover) => (
              <CoverCard key={cover.id} cover={cover} />
            ))}
          </ul>
        )
      }
    </QueryState>
  );
}

function CoverCard({ cover }: { cover: ForcedCover }) {
  const decide = useStaffAction(
    (keep: boolean) => callApi(safeShareEndpoints.decideForcedCover, { body: { id: cover.id, keep } }),
    () => toast('Decision saved'),
  );
  const { photo, asked_by: asker } = cover;
  const { x, y, radius } = discOf(cover.box, photo);
  return (
    <li className="grid gap-3 rounded-[18px] border border-line bg-surface p-3">
      <div className="relative overflow-hidden rounded-ctl bg-sunk">
        <img
          src={photoAddress(photo.folder, photo.id, 'preview', photo.auth)}
          alt={`${cover.album_name}, with the face marked`}
          width={photo.width || undefined}
          height={photo.height || undefined}
          loading="lazy"
          className="block h-auto w-full"
        />
        <span
          aria-hidden
          className="absolute aspect-square rounded-full border-4 border-spot shadow-[0_0_0_2px_rgb(0_0_0/.6)]"
          style={{
            left: `${(100 * (x - radius)) / (photo.width || 1)}%`,
            top: `${(100 * (y - radius)) / (photo.height || 1)}%`,
            width: `${(200 * radius) / (photo.width || 1)}%`,
          }}
        />
      </div>
      <p className="grid gap-0.5 text-14">
        <b className="font-[650]">{cover.album_name}</b>
        <span className="text-ink-2">
          {asker.name || 'A former account'} {asker.email} asked {formatAge(cover.asked_at)}.{' '}
          {STATES[cover.state]}.
        </span>
      </p>
      <div className="flex gap-2 *:flex-1">
        <Button
          kind="line"
          size="small"
          isBusy={decide.isPending}
          disabled={cover.state === 'kept'}
          onClick={() => decide.mutate(true)}
        >
          Keep covered
        </Button>
        <Button
          kind="bad"
          size="small"
          isBusy={decide.isPending}
          disabled={cover.state === 'declined'}
          onClick={() => decide.mutate(false)}
        >
          Decline
        </Button>
      </div>
    </li>
  );
}
