import { Pencil } from 'lucide-react';
import { useId, useMemo } from 'react';
import {
  RUNNING_ORDER_FIELDS,
  RUNNING_ORDER_LABELS,
  type RunningOrderField,
} from '#contract/rules/running-order.ts';
import { Button } from '#web/components/button.tsx';
import { VirtualRows } from '#web/components/list/virtual-rows.tsx';
import { countOf } from '#web/lib/formats.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import { dayAndTimeAtEvent } from './event-time.ts';
import type { RunningOrder } from './ingest.query.ts';
import { cellOf, type PreviewLine, type Sheet, type SheetRow } from './running-order.ts';

const ACTIONS = {
  create: { words: 'New', look: 'bg-ok-bg text-ok' },
  update: { words: 'Changed', look: 'bg-info-bg text-info' },
  unchanged: { words: 'Already there', look: 'bg-sunk text-ink-2' },
} as const;

const LINE_PX = 44;
const BADGE = 'inline-block rounded-full px-2 py-0.5 text-12 font-bold whitespace-nowrap';
const DESK_ONLY = 'max-desk:hidden';

type Cell = { line: number; field: RunningOrderField; text: string };

type RunningOrderPreviewProps = {
  answer: RunningOrder;
  sheet: Sheet;
  lines: readonly PreviewLine[];
  /** Lines with fields: those with errors, those that were corrected, and those that staff opened. */
  openLines: ReadonlySet<number>;
  timeZone: string;
  onOpen: (line: number) => void;
  onEdit: (cell: Cell) => void;
  /** A field was left, so that what was typed can be checked. */
  onLeave: () => void;
};

const COLUMNS = [
  ['Line', `w-14 text-right ${DESK_ONLY}`],
  ['Performance', 'w-12 text-right desk:w-24 not-desk:*:sr-only'],
  ['Album', ''],
  ['Division', `w-[22%] ${DESK_ONLY}`],
  ['Planned', `w-32 ${DESK_ONLY}`],
  ['Import', 'w-15 desk:w-40 not-desk:*:sr-only'],
] as const;
const COLUMNS_ON_A_PHONE = 3;

export function RunningOrderPreview(props: RunningOrderPreviewProps) {
  const { answer, lines, openLines } = props;
  const isDesk = useIsDesk();
  const bad = useMemo(() => new Set(answer.errors.map(({ line }) => line)).size, [answer]);
  return (
    <section aria-label="Preview" className="min-w-0">
      <VirtualRows
        count={lines.length}
        rowPx={LINE_PX}
        isPane
        isFocusable
        className="max-h-[min(70dvh,640px)] rounded-card border border-line"
      >
        {({ shown, above, below }) => (
          <table aria-rowcount={lines.length + 1} className="w-full table-fixed text-left text-13">
            <caption className="sr-only">
              {countOf(answer.rows.length, 'row')}, {countOf(bad, 'error')}
            </caption>
            <thead className="sticky top-0 z-10 bg-sunk text-12 text-ink-2">
              <tr className="*:h-[34px] *:px-2 *:font-semibold">
                {COLUMNS.map(([label, look]) => (
                  <th key={label} scope="col" className={look}>
                    <span>{label}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {above > 0 && <tr aria-hidden style={{ height: above }} />}
              {shown.map(({ index, measure }) => {
                const preview = lines[index];
                if (!preview) return null;
                const isOpen = openLines.has(preview.line) || !preview.row;
                return (
                  <tr
                    key={preview.line}
                    ref={measure}
                    data-index={index}
                    aria-rowindex={index + 2}
                    className="*:border-line *:border-b *:px-2 *:py-1.5"
                  >
                    {isOpen ? (
                      <OpenLine
                        {...props}
                        preview={preview}
                        columns={isDesk ? COLUMNS.length : COLUMNS_ON_A_PHONE}
                      />
                    ) : (
                      <ReadyLine {...props} preview={preview} isDesk={isDesk} />
                    )}
                  </tr>
                );
              })}
              {below > 0 && <tr aria-hidden style={{ height: below }} />}
            </tbody>
          </table>
        )}
      </VirtualRows>
    </section>
  );
}

type LineProps = RunningOrderPreviewProps & { preview: PreviewLine };

function ReadyLine({ preview: { line, row }, timeZone, isDesk, onOpen }: LineProps & { isDesk: boolean }) {
  if (!row) return null;
  const planned = plannedText(row.planned_at, timeZone);
  return (
    <>
      <td className={`text-right tabular-nums text-ink-3 ${DESK_ONLY}`}>{line}</td>
      <td className="text-right font-num text-18 leading-none font-semibold">{row.performance_order}</td>
      <td>
        <b className="font-[650]">{row.program_name}</b> {row.team_name}
        <span className="block text-12 text-ink-2 desk:hidden">
          {[placeText(row), planned].filter(Boolean).join(', ')}
        </span>
        {row.before && (
          <span className="block text-12 text-ink-2">{changeText(row, row.before, timeZone)}</span>
        )}
        {!isDesk && <Action row={row} />}
      </td>
      <td className={`text-ink-2 ${DESK_ONLY}`}>{placeText(row)}</td>
      <td className={`whitespace-nowrap tabular-nums text-ink-2 ${DESK_ONLY}`}>{planned}</td>
      <td>
        <span className="flex items-center justify-between gap-1">
          {isDesk && <Action row={row} />}
          <Button
            kind="ghost"
            size="icon"
            aria-label={`Edit line ${line}`}
            title="Edit"
            className="desk:size-8!"
            onClick={() => onOpen(line)}
          >
            <Pencil size={16} />
          </Button>
        </span>
      </td>
    </>
  );
}

function OpenLine({ preview, sheet, columns, onEdit, onLeave }: LineProps & { columns: number }) {
  const { line, cells, row, errors } = preview;
  const errorsId = useId();
  const fields = RUNNING_ORDER_FIELDS.filter((field) => sheet.columns[field] !== null);
  return (
    <td colSpan={columns} className={errors.length > 0 ? 'bg-bad-bg' : ''}>
      <div className="grid gap-2 py-1">
        <p className="flex flex-wrap items-center gap-2 text-12 text-ink-2">
          <span className="tabular-nums">Line {line}</span>
          {row && errors.length === 0 && <Action row={row} />}
          {errors.length > 0 && (
            <span id={errorsId} className="font-semibold text-bad">
              {errors.map(({ message }) => message).join(' ')}
            </span>
          )}
        </p>
        <div className="grid grid-cols-2 gap-2 desk:grid-flow-col desk:auto-cols-fr desk:grid-cols-none">
          {fields.map((field) => {
            const isBad = errors.some((error) => error.field === field);
            return (
              <label key={field} className="grid min-w-0 gap-0.5 text-12 text-ink-2">
                {RUNNING_ORDER_LABELS[field]}
                <input
                  aria-label={`${RUNNING_ORDER_LABELS[field]}, line ${line}`}
                  value={cellOf(sheet, cells, field)}
                  aria-invalid={isBad || undefined}
                  aria-describedby={errors.length > 0 ? errorsId : undefined}
                  maxLength={200}
                  onChange={({ target }) => onEdit({ line, field, text: target.value })}
                  onBlur={onLeave}
                  onKeyDown={({ key }) => key === 'Enter' && onLeave()}
                  className="h-11 w-full min-w-0 rounded-tile border border-edge bg-surface px-2.5 text-16 text-ink aria-[invalid=true]:border-2 aria-[invalid=true]:border-bad desk:h-9 desk:text-14"
                />
              </label>
            );
          })}
        </div>
      </div>
    </td>
  );
}

function Action({ row: { action } }: { row: SheetRow }) {
  return <span className={`${BADGE} ${ACTIONS[action].look}`}>{ACTIONS[action].words}</span>;
}

type Performance = Pick<SheetRow, 'program_name' | 'team_name' | 'division_name' | 'stage' | 'planned_at'>;

const plannedText = (plannedAt: string | null, timeZone: string) =>
  plannedAt === null ? 'No time' : dayAndTimeAtEvent(plannedAt, timeZone);
const placeText = ({ division_name, stage }: Performance) =>
  [division_name, stage].filter(Boolean).join(', ');
const nameText = ({ program_name, team_name }: Performance) => `${program_name} ${team_name}`;

/** Names only what changes: "Was Bayline Tidal, Nov 14, 9:00 AM". */
function changeText(now: Performance, before: Performance, timeZone: string): string {
  const texts = [nameText, placeText, ({ planned_at }: Performance) => plannedText(planned_at, timeZone)];
  const changed = texts.filter((text) => text(now) !== text(before));
  return `Was ${changed.map((text) => text(before) || 'empty').join(', ')}`;
}
