import { useQuery } from '@tanstack/react-query';
import { type AlbumDownload, downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { userDownloadList } from '#contract/lists/user-downloads.ts';
import { teamLine } from '#contract/rules/title-lines.ts';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf } from '#web/lib/count-words.ts';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { useLocalRows } from '#web/lib/lists/use-local-rows.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { DownloadRow } from './download-row.tsx';
import { Nothing, PanelFrame } from './panel.tsx';
import { PanelToolbar } from './panel-toolbar.tsx';
import { ResetBar } from './reset-bar.tsx';
import { useUserAction } from './use-user-action.ts';
import { userDownloadsQuery } from './users.query.ts';

const idOf = ({ id }: AlbumDownload) => id;
const nameOf = ({ album }: AlbumDownload) => `downloads of ${teamLine(album)}`;

export function DownloadsPanel({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery(userDownloadsQuery(userId));
  const state = useListState(userDownloadList);
  const rows = useLocalRows(state, data, { error, retry: refetch });
  const selection = useSelection({ idOf, rows, max: userDownloadList.maxSelected, filters: state.filters });
  const reset = useUserAction(
    userId,
    (id: number) => callApi(downloadEndpoints.resetDownloads, { params: { id } }),
    ({ downloads_max }) => `Reset to ${countOf(downloads_max, 'download')}`,
  );
  return (
    <PanelFrame title="Downloads">
      <PanelToolbar state={state} rows={rows} fileName={`downloads-of-user-${userId}.csv`} />
      <StaffList
        state={state}
        rows={rows}
        idOf={idOf}
        nameOf={nameOf}
        selection={selection}
        hasKeys={false}
        isPane
        className="max-h-[480px]"
        rowPx={{ desk: 57, phone: 57 }}
        card={(download) => (
          <DownloadRow
            download={download}
            isBusy={reset.isPending && reset.variables === download.id}
            onReset={() => reset.mutate(download.id)}
          />
        )}
        empty={<Nothing>No albums bought yet.</Nothing>}
      />
      <ResetBar
        userId={userId}
        what="downloads"
        sentence="The customer can download these albums as often as after buying them. This cannot be undone."
        nameOf={nameOf}
        rows={rows}
        selection={selection}
        reset={(ids) =>
          callApi(userAdministrationEndpoints.resetChosenDownloads, { params: { id: userId }, body: { ids } })
        }
      />
    </PanelFrame>
  );
}
