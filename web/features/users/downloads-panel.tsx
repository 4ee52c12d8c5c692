import { useQuery } from '@tanstack/react-query';
import { type AlbumDownload, downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { userDownloadList } from '#contract/lists/users.ts';
import { teamLine } from '#contract/rules/sentences.ts';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf, formatDay } from '#web/lib/formats.ts';
import { useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { userCan, useUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { ResetBar, ResetRow } from './found-albums-list.tsx';
import { Nothing, PanelFrame, PanelToolbar } from './panel.tsx';
import { userDownloadsQuery } from './users.query.ts';

const idOf = ({ id }: AlbumDownload) => id;
const nameOf = ({ album }: AlbumDownload) => `downloads of ${teamLine(album)}`;

export function DownloadsPanel({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery(userDownloadsQuery(userId));
  const rows = useLocalRows(useListState(userDownloadList), data, { error, retry: refetch });
  const selection = useSelection({ idOf, rows });
  const reset = useStaffAction(
    (id: number) => callApi(downloadEndpoints.resetDownloads, { params: { id } }),
    ({ downloads_max }) => toast(`Reset to ${countOf(downloads_max, 'download')}`),
  );
  return (
    <PanelFrame title="Downloads">
      <PanelToolbar rows={rows} fileName={`downloads-of-user-${userId}.csv`} />
      <StaffList
        rows={rows}
        idOf={idOf}
        nameOf={nameOf}
        selection={userCan(useUser(), 'change_customers') ? selection : undefined}
        hasKeys={false}
        isPane
        className="max-h-[480px]"
        rowPx={{ desk: 57, phone: 78 }}
        card={({ id, album, bought_at, downloads_used, downloads_max, is_suspended }) => (
          <ResetRow
            title={teamLine(album)}
            detail={`Bought ${formatDay(bought_at)}${is_suspended ? ', suspended while the bank reviews a dispute' : ''}`}
            used={`${downloads_used} of ${downloads_max}`}
            isSpent={downloads_used >= downloads_max}
            what={downloads_used > 0 ? 'downloads' : undefined}
            isBusy={reset.isPending && reset.variables === id}
            onReset={() => reset.mutate(id)}
          />
        )}
        empty={<Nothing>No albums bought yet.</Nothing>}
      />
      <ResetBar
        what="downloads"
        sentence="The customer can download these albums as often as after buying them. This cannot be undone."
        nameOf={nameOf}
        selection={selection}
        reset={(ids) =>
          callApi(userAdministrationEndpoints.resetChosenDownloads, { params: { id: userId }, body: { ids } })
        }
      />
    </PanelFrame>
  );
}
