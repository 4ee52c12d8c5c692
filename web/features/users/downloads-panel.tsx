import { useQuery } from '@tanstack/react-query';
import { type AlbumDownload, downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { MAX_RESETS_AT_ONCE, userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { teamLine } from '#contract/rules/title-lines.ts';
import { CsvButton } from '#web/components/csv-button.tsx';
import { FilterSelect } from '#web/components/filter-select.tsx';
import { RowChoice } from '#web/components/row-choice.tsx';
import { VirtualPageList } from '#web/components/virtual-list.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf } from '#web/lib/count-words.ts';
import { sortRows, sortText } from '#web/lib/list-sort.ts';
import { useChosen } from '#web/lib/use-chosen.ts';
import { useListSort } from '#web/lib/use-list-sort.ts';
import { DownloadRow } from './download-row.tsx';
import { COLUMNS, NEWEST, SORT_WORDS, toDownloadsCsv } from './downloads.ts';
import { Nothing, Panel } from './panel.tsx';
import { ResetBar } from './reset-bar.tsx';
import { useUserAction } from './use-user-action.ts';
import { userDownloadsQuery } from './users.query.ts';

const ROW_PX = 57;

export function DownloadsPanel({ userId }: { userId: number }) {
  const answer = useQuery(userDownloadsQuery(userId));
  return (
    <Panel title="Downloads" answer={answer}>
      {(downloads) =>
        downloads.length === 0 ? (
          <Nothing>No albums bought yet.</Nothing>
        ) : (
          <Downloads userId={userId} downloads={downloads} />
        )
      }
    </Panel>
  );
}

function Downloads({ userId, downloads }: { userId: number; downloads: readonly AlbumDownload[] }) {
  const { sort, sortAs } = useListSort(COLUMNS, NEWEST, 'download_sort');
  const chosen = useChosen(MAX_RESETS_AT_ONCE);
  const reset = useUserAction(
    userId,
    (id: number) => callApi(downloadEndpoints.resetDownloads, { params: { id } }),
    ({ downloads_max }) => `${countOf(downloads_max, 'download')} left again`,
  );
  const rows = sortRows(downloads, COLUMNS, sort);
  const listed = rows.map(({ id }) => id);
  const isAllChosen = chosen.count > 0 && chosen.count === Math.min(listed.length, MAX_RESETS_AT_ONCE);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-line border-b py-2 pr-4 pl-1.5">
        <RowChoice
          label="Choose all downloads"
          isChosen={isAllChosen}
          onChoose={() => (isAllChosen ? chosen.clear() : chosen.choose(listed))}
        />
        <span className="text-13 text-ink-2">{countOf(rows.length, 'album')}</span>
        <span className="ml-auto flex min-w-0 gap-2">
          <FilterSelect
            label="Sort downloads"
            value={sortText(sort) as keyof typeof SORT_WORDS}
            options={SORT_WORDS}
            className="min-w-0"
            onChange={sortAs}
          />
          <CsvButton
            fileName={`downloads-of-user-${userId}.csv`}
            label="Downloads as CSV"
            makeCsv={() => toDownloadsCsv(rows)}
          />
        </span>
      </div>
      <VirtualPageList
        label="Downloads"
        rows={rows}
        keyOf={idOf}
        rowPx={ROW_PX}
        rowClassName="border-line not-last:border-b"
        className={chosen.count > 0 ? 'pb-20' : ''}
      >
        {(download) => (
          <DownloadRow
            download={download}
            isBusy={reset.isPending && reset.variables === download.id}
            onReset={() => reset.mutate(download.id)}
            choice={
              <RowChoice
                label={`Choose downloads of ${teamLine(download.album)}`}
                isChosen={chosen.has(download.id)}
                onChoose={(isStretching) => chosen.touch(download.id, listed, isStretching)}
              />
            }
          />
        )}
      </VirtualPageList>
      <ResetBar
        userId={userId}
        what="downloads"
        sentence="The customer can download these albums as often as when they were new. It cannot be undone."
        chosen={chosen}
        reset={(ids) =>
          callApi(userAdministrationEndpoints.resetChosenDownloads, { params: { id: userId }, body: { ids } })
        }
      />
    </>
  );
}

const idOf = ({ id }: AlbumDownload) => id;
