import { Link } from '@tanstack/react-router';
import { Photo } from '#web/components/photo.tsx';
import { RowChoice } from '#web/components/row-choice.tsx';
import { VirtualList, VirtualPageList } from '#web/components/virtual-list.tsx';
import { changeSearch } from '#web/lib/change-search.ts';
import { countOf } from '#web/lib/count-words.ts';
import { formatAge } from '#web/lib/formats.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import type { ReviewCase } from './review-cases.ts';
import { ReviewClock } from './review-clock.tsx';
import { TYPE_WORDS } from './review-words.ts';

const ROW_PX = 97;
const imageOf = ({ image }: ReviewCase) => image;

type ReviewQueueProps = {
  cases: readonly ReviewCase[];
  selected: number | undefined;
  /** Whether rows have boxes; on a phone a touch then chooses a row, it does not open it. */
  isChoosing: boolean;
  isChosen: (image: number) => boolean;
  onChoose: (image: number, isStretching: boolean) => void;
};

export function ReviewQueue(props: ReviewQueueProps) {
  const { cases, selected } = props;
  const isDesk = useIsDesk();
  const List = isDesk ? VirtualList : VirtualPageList;
  return (
    <List
      label="Reported photos"
      rows={cases}
      keyOf={imageOf}
      rowPx={ROW_PX}
      revealed={isDesk ? cases.findIndex(({ image }) => image === selected) : undefined}
      rowClassName="border-line border-b"
      className="flex-1 pb-20"
    >
      {(entry) => <QueueRow entry={entry} {...props} />}
    </List>
  );
}

function QueueRow({ entry, ...props }: ReviewQueueProps & { entry: ReviewCase }) {
  const { selected, isChoosing, isChosen, onChoose } = props;
  const [report, ...others] = entry.reports;
  const canChoose = isChoosing && entry.decision === 'waiting';
  return (
    <div
      className={`relative flex items-center ${isChoosing ? 'select-none' : ''} has-[a[aria-current]]:bg-spot-wash has-[a[aria-current]]:shadow-[inset_3px_0_0_var(--spot)] ${isChosen(entry.image) ? 'bg-sunk' : 'hover:bg-sunk'}`}
    >
      {canChoose && (
        // On a phone the box reaches over the whole row.
        <span className="flex-none pl-1 max-desk:*:after:absolute max-desk:*:after:inset-0">
          <RowChoice
            label={`Select ${entry.photo.file_name}`}
            isChosen={isChosen(entry.image)}
            onChoose={(isStretching) => onChoose(entry.image, isStretching)}
          />
        </span>
      )}
      <Link
        to="."
        search={changeSearch({ image: String(entry.image) })}
        resetScroll={false}
        aria-current={entry.image === selected ? 'true' : undefined}
        className={`flex min-w-0 flex-1 gap-3 py-3 pr-4 ${canChoose ? 'pl-1 desk:pl-2' : isChoosing ? 'pl-4 desk:pl-12' : 'pl-4'}`}
      >
        <Photo
          albumUuid={entry.photo.folder}
          image={entry.photo}
          token={entry.photo.auth}
          className="h-[72px] w-[72px] flex-none rounded-[8px]"
        />
        <span className="grid min-w-0 flex-1 content-start gap-0.5">
          <span className="flex items-center gap-2">
            <b className="min-w-0 flex-1 truncate text-14 font-[650]">{TYPE_WORDS[report.type]}</b>
            <ReviewClock entry={entry} />
          </span>
          <span className="truncate text-13 text-ink">{report.memo || 'No words with it'}</span>
          <span className="truncate text-12 text-ink-2">
            {report.reporter.name}
            {others.length > 0 && ` and ${countOf(others.length, 'more report')}`},{' '}
            <time dateTime={report.created_at}>{formatAge(report.created_at)}</time>
          </span>
        </span>
      </Link>
    </div>
  );
}
