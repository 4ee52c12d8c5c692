import { Link } from '@tanstack/react-router';
import type { ReportRow } from '#contract/endpoints/reports.ts';
import { formatCents } from '#contract/rules/money.ts';
import type { RowFrame } from '#web/components/virtual-table.tsx';
import { formatDate, formatTimeOfDay } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { browserTimeZone } from './report-range.ts';

const KIND_WORDS: Record<ReportRow['kind'], string> = {
  charge: 'Sale',
  refund: 'Refund',
  refund_failed: 'Refund sent back',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
};

export const ROW_PX = { desk: 45, phone: 69 } as const;

type RowProps = { row: ReportRow; frame: RowFrame; isCursor: boolean };

const moment = (at: string) => `${formatDate(at)} ${formatTimeOfDay(at, browserTimeZone())}`;
const marksOf = ({ pool, facial, coupon }: ReportRow) =>
  [pool && 'pool', facial && 'by face', coupon].filter(Boolean).join(', ');

function What({ row }: { row: ReportRow }) {
  return (
    <>
      <span className="font-[650] text-ink">{row.album_name}</span>
      {row.product === 'image' && ` photo ${row.image}`}
    </>
  );
}

function Amount({ amount }: { amount: number }) {
  return (
    <span className={`font-semibold tabular-nums ${amount < 0 ? 'text-bad' : 'text-ink'}`}>
      {formatCents(amount)}
    </span>
  );
}

/** Reaches over the whole row. */
const ROW_LINK =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2';
const rowLook = (isCursor: boolean) =>
  isCursor ? 'bg-sunk shadow-[inset_3px_0_0_var(--edge)]' : 'hover:bg-sunk';

export function DeskRow({ row, frame, isCursor }: RowProps) {
  const marks = marksOf(row);
  return (
    <tr
      {...frame}
      className={`relative text-13 text-ink-2 *:h-11 *:truncate *:border-line *:border-b *:px-2 ${rowLook(isCursor)}`}
    >
      <td className="pl-7! tabular-nums">
        <time dateTime={row.at}>{moment(row.at)}</time>
      </td>
      <td>{KIND_WORDS[row.kind]}</td>
      <td>
        <What row={row} />
        {marks && <span className="pl-2 text-12">{marks}</span>}
      </td>
      <td>{row.event_name}</td>
      <td>
        <Link to={paths.adminUser(row.customer)} className={`text-ink ${ROW_LINK}`}>
          {row.customer_name}
        </Link>
      </td>
      <td className="text-right tabular-nums">{row.order}</td>
      <td className="pr-7! text-right">
        <Amount amount={row.amount} />
      </td>
    </tr>
  );
}

export function PhoneRow({ row, frame, isCursor }: RowProps) {
  const marks = marksOf(row);
  return (
    <tr {...frame} className={`relative text-13 text-ink-2 *:border-line *:border-b ${rowLook(isCursor)}`}>
      <td colSpan={7} className="px-5 py-3">
        <span className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5">
          <span className="truncate text-14">
            <What row={row} />
          </span>
          <span className="text-14">
            <Amount amount={row.amount} />
          </span>
          <span className="col-span-2 truncate">
            {KIND_WORDS[row.kind]}, <time dateTime={row.at}>{moment(row.at)}</time>,{' '}
            <Link to={paths.adminUser(row.customer)} className={ROW_LINK}>
              {row.customer_name}
            </Link>
            , order {row.order}
            {marks && `, ${marks}`}
          </span>
        </span>
      </td>
    </tr>
  );
}
