import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { teamLine } from '#contract/rules/title-lines.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf } from '#web/lib/count-words.ts';
import { formatAge } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { Nothing, Panel } from './panel.tsx';
import { useUserAction } from './use-user-action.ts';
import { userFoundAlbumsQuery } from './users.query.ts';

type FoundAlbumsPanelProps = { userId: number; most?: number };

/** Those with the most views spent come first: they are why people call. */
export function FoundAlbumsPanel({ userId, most }: FoundAlbumsPanelProps) {
  const answer = useQuery(userFoundAlbumsQuery(userId));
  const [isAsking, setIsAsking] = useState(false);
  const reset = useUserAction(
    userId,
    (id: number) => callApi(foundAlbumEndpoints.resetViews, { params: { id } }),
    ({ album }) => `All views of ${album.program_name} ${album.team_name} are back`,
  );
  const resetAll = useUserAction(
    userId,
    () => callApi(userAdministrationEndpoints.resetAllViews, { params: { id: userId } }),
    ({ reset: count }) => `Views of ${countOf(count, 'album')} are back`,
  );
  const hasViews = answer.data?.some((held) => held.user_album_views.length > 0);
  return (
    <Panel
      title={answer.data ? `Found albums (${answer.data.length})` : 'Found albums'}
      answer={answer}
      aside={
        hasViews && (
          <Button kind="ghost" size="small" className="-mr-3" onClick={() => setIsAsking(true)}>
            Reset all views
          </Button>
        )
      }
    >
      {(albums) => (
        <>
          {albums.length === 0 && <Nothing>No albums found yet.</Nothing>}
          <ul className="grid">
            {sortByViews(albums)
              .slice(0, most)
              .map((held) => (
                <FoundRow
                  key={held.id}
                  held={held}
                  isBusy={reset.isPending && reset.variables === held.id}
                  onReset={() => reset.mutate(held.id)}
                />
              ))}
          </ul>
          {most !== undefined && albums.length > most && (
            <p className="border-line border-t px-4 py-2.5 text-14">
              <Link to={paths.adminFoundAlbums(userId)} className="underline underline-offset-2">
                All {albums.length} albums
              </Link>
            </p>
          )}
          {isAsking && (
            <ConfirmDialog
              title="Reset the views of all albums?"
              sentence="The customer can look at every album as if it were new to them."
              confirmLabel="Reset views"
              isBusy={resetAll.isPending}
              onConfirm={() => resetAll.mutate(undefined, { onSettled: () => setIsAsking(false) })}
              onCancel={() => setIsAsking(false)}
            />
          )}
        </>
      )}
    </Panel>
  );
}

function sortByViews(albums: readonly UserFoundAlbum[]): UserFoundAlbum[] {
  return albums.toSorted((a, b) => b.user_album_views.length - a.user_album_views.length);
}

type FoundRowProps = { held: UserFoundAlbum; isBusy: boolean; onReset: () => void };

function FoundRow({ held, isBusy, onReset }: FoundRowProps) {
  const used = held.user_album_views.length;
  const isSpent = !held.owned && used >= held.views_allowed;
  return (
    <li className="flex min-h-14 items-center gap-3 border-line px-4 py-2 text-14 [contain-intrinsic-size:auto_57px] [content-visibility:auto] not-last:border-b">
      <span className="grid min-w-0 flex-1 *:truncate">
        <span className="font-[650]">{teamLine(held.album)}</span>
        <span className="text-13 text-ink-2">
          {held.event.name}, found {formatAge(held.found_at)}
        </span>
      </span>
      <span className={`text-13 tabular-nums ${isSpent ? 'font-[650] text-warn' : 'text-ink-2'}`}>
        {held.owned ? 'Owned' : `${used} of ${held.views_allowed} views`}
      </span>
      {used > 0 && (
        <Button
          kind="line"
          size="small"
          isBusy={isBusy}
          onClick={onReset}
          aria-label={`Reset views of ${teamLine(held.album)}`}
        >
          Reset
        </Button>
      )}
    </li>
  );
}
