import { useQuery } from '@tanstack/react-query';
import { type AlbumDownload, downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { userDownloadList } from '#contract/lists/users.ts';
import { teamLine } from '#contract/rules/sentences.ts';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { StaffButton } from '#web/components/staff-button.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf, formatDay } from '#web/lib/formats.ts';
import { useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { ResetBar } from './found-albums-list.tsx';
import { Nothing, PanelFrame, PanelToolbar } from './panel.tsx';
import { userDownloadsQuery, useUserAction } from './users.query.ts';

const idOf = ({ id }: AlbumDownload) => id;
const nameOf = ({ album }: AlbumDownload) => `downloads of ${teamLine(album)}`;

export function DownloadsPanel({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery(userDownloadsQuery(userId));
  const rows = useLocalRows(useListState(userDownloadList), data, { error, retry: refetch });
  const selection = useSelection({
    idOf,
    rows,
    max: userDownloadList.maxSelected,
    filters: rows.state.filters,
  });
  const reset = useUserAction(
    userId,
    (id: number) => callApi(downloadEndpoints.resetDownloads, { params: { id } }),
    ({ downloads_max }) => `Reset to ${countOf(downloads_max, 'download')}`,
  );
  return (
    <PanelFrame title="Downloads">
      <PanelToolbar rows={rows} fileName={`downloads-of-user-${userId}.csv`} />
      <StaffList
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
        selection={selection}
        reset={(ids) =>
          callApi(userAdministrationEndpoints.resetChosenDownloads, { params: { id: userId }, body: { ids } })
        }
      />
    </PanelFrame>
  );
}

type DownloadRowProps = { download: AlbumDownload; isBusy: boolean; onReset: () => void };

function DownloadRow({ download, isBusy, onReset }: DownloadRowProps) {
  const { album, bought_at, downloads_used, downloads_max, is_suspended } = download;
  return (
    <div className="flex min-h-14 items-center gap-3 py-2 pr-4 pl-1.5 text-14">
      <span className="grid min-w-0 flex-1 desk:*:truncate">
        <span className="font-[650]">{teamLine(album)}</span>
        <span className="text-13 text-ink-2">
          Bought {formatDay(bought_at)}
          {is_suspended && ', suspended while the bank reviews a dispute'}
        </span>
      </span>
      <span
        className={`text-13 tabular-nums ${downloads_used >= downloads_max ? 'font-[650] text-warn' : 'text-ink-2'}`}
      >
        {downloads_used} of {downloads_max}
      </span>
      {downloads_used > 0 && (
        <StaffButton
          kind="line"
          size="small"
          isBusy={isBusy}
          onClick={onReset}
          aria-label={`Reset downloads of ${teamLine(album)}`}
        >
          Reset
        </StaffButton>
      )}
    </div>
  );
}
