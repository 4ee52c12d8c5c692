import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { foundAlbumList } from '#contract/lists/found-albums.ts';
import { teamLine } from '#contract/rules/title-lines.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf } from '#web/lib/count-words.ts';
import { teamName } from '#web/lib/formats.ts';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { useLocalRows } from '#web/lib/lists/use-local-rows.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { FoundRow } from './found-row.tsx';
import { ListKeys } from './list-keys.tsx';
import { Nothing, PanelFrame } from './panel.tsx';
import { PanelToolbar } from './panel-toolbar.tsx';
import { ResetBar } from './reset-bar.tsx';
import { useUserAction } from './use-user-action.ts';
import { userFoundAlbumsQuery } from './users.query.ts';

const idOf = ({ id }: UserFoundAlbum) => id;
const nameOf = ({ album }: UserFoundAlbum) => teamLine(album);

type FoundAlbumsListProps = {
  userId: number;
  /** A pane has a height of its own, for a page with other lists; keys then belong to none of them. */
  isPane?: boolean;
};

export function FoundAlbumsList({ userId, isPane = false }: FoundAlbumsListProps) {
  const { data, error, refetch } = useQuery(userFoundAlbumsQuery(userId));
  const state = useListState(foundAlbumList);
  const rows = useLocalRows(state, data, { error, retry: refetch });
  const selection = useSelection({ idOf, rows, max: foundAlbumList.maxSelected, filters: state.filters });
  const reset = useUserAction(
    userId,
    (id: number) => callApi(foundAlbumEndpoints.resetViews, { params: { id } }),
    ({ album }) => `Views of ${teamName(album)} reset`,
  );
  const hasViews = data?.some(({ user_album_views }) => user_album_views.length > 0);
  return (
    <PanelFrame title="Found albums" aside={hasViews && <ResetAllViews userId={userId} />}>
      <PanelToolbar state={state} rows={rows} fileName={`found-albums-of-user-${userId}.csv`} />
      <StaffList
        state={state}
        rows={rows}
        idOf={idOf}
        nameOf={nameOf}
        selection={selection}
        hasKeys={!isPane}
        isPane={isPane}
        className={isPane ? 'max-h-[480px]' : ''}
        rowPx={{ desk: 57, phone: 78 }}
        card={(found) => (
          <FoundRow
            found={found}
            isBusy={reset.isPending && reset.variables === found.id}
            onReset={() => reset.mutate(found.id)}
          />
        )}
        empty={<Nothing>No albums found yet.</Nothing>}
      />
      {!isPane && <ListKeys noun="album" />}
      <ResetBar
        userId={userId}
        what="views"
        sentence="The customer can view these albums as if they were new. This cannot be undone."
        nameOf={nameOf}
        rows={rows}
        selection={selection}
        reset={(ids) =>
          callApi(userAdministrationEndpoints.resetChosenViews, { params: { id: userId }, body: { ids } })
        }
      />
    </PanelFrame>
  );
}

function ResetAllViews({ userId }: { userId: number }) {
  const [isAsking, setIsAsking] = useState(false);
  const resetAll = useUserAction(
    userId,
    () => callApi(userAdministrationEndpoints.resetAllViews, { params: { id: userId } }),
    ({ reset: count }) => `Views of ${countOf(count, 'album')} reset`,
  );
  return (
    <>
      <Button kind="ghost" size="small" className="-mr-3" onClick={() => setIsAsking(true)}>
        Reset all views
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Reset the views of all albums?"
          sentence="The customer can view every album as if it were new. This cannot be undone."
          confirmLabel="Reset views"
          isBusy={resetAll.isPending}
          onConfirm={() => resetAll.mutate(undefined, { onSettled: () => setIsAsking(false) })}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
