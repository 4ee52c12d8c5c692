import { useQuery } from '@tanstack/react-query';
import { REPORT_CSV_COLUMNS, type ReviewCase, reviewLists } from '#contract/lists/reported-photos.ts';
import type { KeyHint } from '#web/components/keys-sheet.tsx';
import { useQueueSelecting } from '#web/components/list/bulk-bar.tsx';
import { QueuePage } from '#web/components/list/queue-page.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { ReviewBulkBar } from '#web/features/review/review-bulk-bar.tsx';
import { ReviewCard, ReviewHead } from '#web/features/review/review-card.tsx';
import { groupReports, reportsQuery } from '#web/features/review/review-cases.ts';
import { ReviewDesk } from '#web/features/review/review-desk.tsx';
import { useDecide } from '#web/features/review/use-decide.ts';
import { csvBlob, useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { reviewPlaceSearch, useSearchState } from '#web/lib/search-params.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';

const idOf = ({ image }: ReviewCase) => image;
const isWaiting = ({ decision }: ReviewCase) => decision === 'waiting';
const REVIEW_HINTS: readonly KeyHint[] = [
  { keys: ['K'], words: 'Keep the selected photos, or this one', short: 'keep' },
  { keys: ['R'], words: 'Remove the selected photos, or this one', short: 'remove' },
  { keys: ['U'], words: 'Undo the last decision', short: 'undo' },
  { keys: ['J', 'L'], words: 'Next and previous photo (arrow keys work too)', short: 'move' },
  { keys: ['X'], words: 'Select or deselect the photo', short: 'select' },
  { keys: ['/'], words: 'Search' },
  { keys: ['Esc'], words: 'Clear the selection' },
];
const EMPTY = { waiting: 'All caught up', decided: 'No decisions yet' };

export function AdminReportPhotoReviewPage() {
  const isDesk = useIsDesk();
  const { search, change } = useSearchState(reviewPlaceSearch);
  const view = search.view ?? 'waiting';
  const { data, error, refetch } = useQuery(reportsQuery(view));
  const cases = data && groupReports(data, view);
  const { rows: listed, ...rows } = useLocalRows(useListState(reviewLists[view]), cases, {
    error,
    retry: refetch,
  });
  const readCsv = async () =>
    csvBlob(
      REPORT_CSV_COLUMNS,
      listed.flatMap(({ reports }) => reports),
    );
  const selection = useSelection({
    idOf,
    rows,
    max: reviewLists[view].maxSelected,
    filters: { view, ...rows.state.filters },
    isSelectable: isWaiting,
  });
  const open = (image: number) => void change({ image }, { push: !isDesk });
  const decisions = useDecide(view, open);
  const decideSelected = async (removed: boolean) => {
    const left = await decisions.decideSeveral(
      listed.filter((one) => isWaiting(one) && selection.has(one.image)),
      removed,
    );
    if (left.length === 0) selection.clear();
  };
  const { selectButton, queueProps } = useQueueSelecting(selection, ({ image }) => open(image));
  const firstToDecide = listed.find(isWaiting) ?? listed[0];
  const entry = listed.find(({ image }) => image === search.image) ?? (isDesk ? firstToDecide : undefined);
  const canSelect = view === 'waiting' && listed.some(isWaiting);
  const queue = (
    <>
      <ReviewHead view={view} rows={{ ...rows, readCsv }} cases={cases ?? []}>
        {canSelect && selectButton}
      </ReviewHead>
      <StaffList
        rows={rows}
        idOf={idOf}
        nameOf={({ photo }) => photo.file_name}
        selection={canSelect ? selection : undefined}
        openId={entry?.image}
        {...queueProps}
        // K keeps the photo here, so it does not move the cursor.
        keys={() => ({ k: () => undefined })}
        rowPx={{ desk: 97, phone: 97 }}
        card={(row) => <ReviewCard entry={row} />}
        empty={<p className="flex-1 px-4 py-10 text-center text-14 text-ink-2">{EMPTY[view]}</p>}
      />
      <ReviewBulkBar
        selection={selection}
        progress={decisions.progress}
        onDecide={(removed) => void decideSelected(removed)}
      />
    </>
  );
  return (
    <QueuePage label="Queue" queue={queue} hints={REVIEW_HINTS} nothing={cases && EMPTY[view]}>
      {entry && <ReviewDesk cases={listed} entry={entry} onOpen={open} decisions={decisions} />}
    </QueuePage>
  );
}
