import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf } from '#web/lib/count-words.ts';
import { paths } from '#web/lib/paths.ts';
import { MOST_VIEWS, sortFound } from './found-albums.ts';
import { FoundRow } from './found-row.tsx';
import { Nothing, Panel } from './panel.tsx';
import { useResetViews } from './use-reset-views.ts';
import { useUserAction } from './use-user-action.ts';
import { userFoundAlbumsQuery } from './users.query.ts';

type FoundAlbumsPanelProps = { userId: number; most: number };

/** Those with the most views spent come first: they are why people call. */
export function FoundAlbumsPanel({ userId, most }: FoundAlbumsPanelProps) {
  const answer = useQuery(userFoundAlbumsQuery(userId));
  const [isAsking, setIsAsking] = useState(false);
  const reset = useResetViews(userId);
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
            {sortFound(albums, MOST_VIEWS)
              .slice(0, most)
              .map((held) => (
                <li key={held.id} className="border-line not-last:border-b">
                  <FoundRow
                    held={held}
                    isBusy={reset.isPending && reset.variables === held.id}
                    onReset={() => reset.mutate(held.id)}
                  />
                </li>
              ))}
          </ul>
          {albums.length > most && (
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
