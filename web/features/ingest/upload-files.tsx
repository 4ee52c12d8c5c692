import {
  UPLOAD_RESULTS,
  type UploadFile,
  type UploadResult,
  uploadFileList,
} from '#contract/lists/upload-files.ts';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { formatBytes } from '#web/lib/files.ts';
import { countMatches } from '#web/lib/lists/count-matches.ts';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { useLocalRows } from '#web/lib/lists/use-local-rows.ts';

const LOOKS: Partial<Record<UploadResult, string>> = {
  filed: 'text-ok',
  clock: 'text-ok',
  sent: 'text-ok',
  doubtful: 'text-warn',
  failed: 'text-bad',
  not_sent: 'text-bad',
};
const ROW_PX = 45;
const pathOf = ({ path }: UploadFile) => path;

export function UploadFiles({ files }: { files: readonly UploadFile[] }) {
  const state = useListState(uploadFileList);
  const rows = useLocalRows(state, files);
  return (
    <>
      <ListToolbar
        state={state}
        rows={rows}
        sorting="always"
        options={{ result: countMatches(uploadFileList.filters.result, files) }}
      />
      <StaffList
        state={state}
        rows={rows}
        idOf={pathOf}
        nameOf={pathOf}
        card={(file) => <FileRow file={file} />}
        rowPx={{ desk: ROW_PX, phone: ROW_PX }}
        hasKeys={false}
        isPane
        className="max-h-[420px] rounded-card border border-line"
        empty={null}
      />
    </>
  );
}

function FileRow({ file: { path, sizeBytes, sentBytes, result, reason } }: { file: UploadFile }) {
  return (
    <div className="grid h-11 grid-cols-[minmax(0,1fr)_112px] items-center gap-3 px-4 text-13 desk:grid-cols-[minmax(0,1fr)_80px_140px]">
      <span className="grid min-w-0 leading-tight">
        <span className="truncate" title={path}>
          {path}
        </span>
        {reason && (
          <span className="truncate text-12 text-ink-2" title={reason}>
            {reason}
          </span>
        )}
      </span>
      <span className="text-right tabular-nums text-ink-3 not-desk:hidden">{formatBytes(sizeBytes)}</span>
      {result === 'sending' ? (
        <span className="grid gap-1">
          <span className="text-right text-12 tabular-nums text-ink-2">
            {Math.floor((sentBytes / Math.max(1, sizeBytes)) * 100)}%
          </span>
          <ProgressBar label={`Progress of ${path}`} value={sentBytes} max={sizeBytes} isThin />
        </span>
      ) : (
        <span className={`text-right font-semibold ${LOOKS[result] ?? 'text-ink-2'}`}>
          {UPLOAD_RESULTS[result]}
        </span>
      )}
    </div>
  );
}
