import { useMemo } from 'react';
import { VirtualRows } from '#web/components/list/virtual-rows.tsx';
import { countOf } from '#web/lib/formats.ts';
import { dayAndTimeAtEvent } from './event-time.ts';
import type { RunningOrder } from './ingest.query.ts';
import { mergeLines, type PreviewLine } from './running-order.ts';

const ACTIONS = {
  create: { words: 'New', look: 'bg-ok-bg text-ok' },
  update: { words: 'Changed', look: 'bg-info-bg text-info' },
  unchanged: { words: 'Unchanged', look: 'bg-sunk text-ink-2' },
} as const;

const LINE_PX = 38;
const BADGE = 'inline-block rounded-full px-2 py-0.5 text-12 font-bold whitespace-nowrap';

type LineProps = {
  preview: PreviewLine;
  index: number;
  timeZone: string;
  measure: (element: Element | null) => void;
};

function Line({ preview, index, timeZone, measure }: LineProps) {
  const { line, row, raw, errors } = preview;
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      className={`*:border-line *:border-b *:px-2 *:py-2 ${errors.length > 0 ? 'bg-bad-bg' : ''}`}
    >
      <td className="text-right tabular-nums text-ink-3">{line}</td>
      {row && errors.length === 0 ? (
        <>
          <td className="text-right font-num text-18 leading-none font-semibold">{row.performance_order}</td>
          <td>
            <b className="font-[650]">{row.program_name}</b> {row.team_name}
          </td>
          <td className="text-ink-2">{row.division_name}</td>
          <td className="whitespace-nowrap tabular-nums text-ink-2">
            {row.planned_at === null ? 'No time' : dayAndTimeAtEvent(row.planned_at, timeZone)}
          </td>
          <td>
            <span className={`${BADGE} ${ACTIONS[row.action].look}`}>{ACTIONS[row.action].words}</span>
          </td>
        </>
      ) : (
        <td colSpan={5}>
          <code className="block max-w-[70ch] truncate text-12 text-ink-2">{raw || '(empty line)'}</code>
          <ul className="font-semibold text-bad">
            {errors.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </td>
      )}
    </tr>
  );
}

type RunningOrderPreviewProps = { answer: RunningOrder; csv: string; timeZone: string };

const COLUMNS = [
  ['Line', 'w-14 text-right'],
  ['Order', 'w-16 text-right'],
  ['Album', ''],
  ['Division', 'w-[24%]'],
  ['Planned', 'w-32'],
  ['Import', 'w-24'],
] as const;

export function RunningOrderPreview({ answer, csv, timeZone }: RunningOrderPreviewProps) {
  const lines = useMemo(() => mergeLines(answer, csv), [answer, csv]);
  return (
    <section aria-label="Preview" className="min-w-0">
      <VirtualRows
        count={lines.length}
        rowPx={LINE_PX}
        isPane
        isFocusable
        className="max-h-[480px] rounded-card border border-line"
      >
        {({ shown, above, below }) => (
          <table
            aria-rowcount={lines.length + 1}
            className="w-full min-w-[680px] table-fixed text-left text-13"
          >
            <caption className="sr-only">
              {countOf(answer.rows.length, 'row')}, {countOf(answer.errors.length, 'error')}
            </caption>
            <thead className="sticky top-0 bg-sunk text-12 text-ink-2">
              <tr className="*:h-[34px] *:px-2 *:font-semibold">
                {COLUMNS.map(([label, look]) => (
                  <th key={label} scope="col" className={look}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {above > 0 && <tr aria-hidden style={{ height: above }} />}
              {shown.map(({ index, measure }) => {
                const preview = lines[index];
                if (!preview) return null;
                return (
                  <Line
                    key={preview.line}
                    preview={preview}
                    index={index}
                    timeZone={timeZone}
                    measure={measure}
                  />
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
