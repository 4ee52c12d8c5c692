import { Link } from '@tanstack/react-router';
import { Bug } from 'lucide-react';
import type { InboxRow } from '#contract/endpoints/support.ts';
import { CountBadge } from '#web/components/count-badge.tsx';
import { RowChoice } from '#web/components/row-choice.tsx';
import { VirtualList, VirtualPageList } from '#web/components/virtual-list.tsx';
import { changeSearch } from '#web/lib/change-search.ts';
import { countOf } from '#web/lib/count-words.ts';
import { formatAge } from '#web/lib/formats.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';

const ROW_PX = 69;
const idOf = ({ id }: InboxRow) => id;

type InboxListProps = {
  rows: readonly InboxRow[];
  selectedId: number | undefined;
  /** Whether rows have boxes; on a phone a touch then chooses a row, it does not open it. */
  isChoosing: boolean;
  isChosen: (id: number) => boolean;
  onChoose: (id: number, isStretching: boolean) => void;
  onNearEnd: () => void;
};

export function InboxList(props: InboxListProps) {
  const { rows, selectedId, onNearEnd } = props;
  const isDesk = useIsDesk();
  const List = isDesk ? VirtualList : VirtualPageList;
  return (
    <List
      label="Conversations"
      rows={rows}
      keyOf={idOf}
      rowPx={ROW_PX}
      revealed={isDesk ? rows.findIndex(({ id }) => id === selectedId) : undefined}
      onNearEnd={onNearEnd}
      rowClassName="border-line border-b"
      className="flex-1 pb-20"
    >
      {(row) => <Row row={row} {...props} />}
    </List>
  );
}

function Row({ row, ...props }: InboxListProps & { row: InboxRow }) {
  const { selectedId, isChoosing, isChosen, onChoose } = props;
  return (
    <div
      className={`relative flex items-center ${isChoosing ? 'select-none' : ''} has-[a[aria-current]]:bg-sunk ${isChosen(row.id) ? 'bg-spot-wash' : 'hover:bg-sunk'}`}
    >
      {isChoosing && (
        // On a phone the box reaches over the whole row.
        <span className="flex-none pl-1 max-desk:*:after:absolute max-desk:*:after:inset-0">
          <RowChoice
            label={`Select the conversation with ${row.customer.name}`}
            isChosen={isChosen(row.id)}
            onChoose={(isStretching) => onChoose(row.id, isStretching)}
          />
        </span>
      )}
      <Link
        to="."
        search={changeSearch({ conversation: String(row.id) })}
        resetScroll={false}
        aria-current={row.id === selectedId ? 'true' : undefined}
        className={`grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5 py-3 pr-4 ${isChoosing ? 'pl-1' : 'pl-4'}`}
      >
        <span className="flex items-center gap-2">
          <b className={`min-w-0 flex-1 truncate text-14 ${row.unread > 0 ? 'font-bold' : 'font-[650]'}`}>
            {row.customer.name}
          </b>
          {row.has_bug_report && <Bug aria-label="Bug report" size={15} className="flex-none text-ink-2" />}
          <time dateTime={row.last_message_at} className="flex-none text-12 text-ink-3">
            {formatAge(row.last_message_at)}
          </time>
        </span>
        <LastWord row={row} />
      </Link>
    </div>
  );
}

function LastWord({ row }: { row: InboxRow }) {
  return (
    <span className="flex items-center gap-2">
      <span className={`min-w-0 flex-1 truncate text-13 ${row.unread > 0 ? 'text-ink' : 'text-ink-2'}`}>
        {row.last_from === 'staff' && 'Answered: '}
        {row.last_text || 'A picture'}
      </span>
      {row.unread > 0 && <span className="sr-only">{countOf(row.unread, 'unread message')}</span>}
      <CountBadge count={row.unread} />
      {row.unread === 0 && row.status === 'open' && row.last_from === 'customer' && (
        <span className="flex-none rounded-full bg-warn-bg px-2 text-12 font-[650] text-warn">Waiting</span>
      )}
    </span>
  );
}
