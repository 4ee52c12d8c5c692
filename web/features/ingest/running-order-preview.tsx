import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { countOf } from '#web/lib/count-words.ts';
import { dayAndTimeAtEvent } from './event-time.ts';
import type { RunningOrder } from './ingest.types.ts';
import { mergeLines, type PreviewLine } from './running-order.ts';

const ACTIONS = {
  create: { words: 'New', look: 'bg-ok-bg text-ok' },
  update: { words: 'Changed', look: 'bg-info-bg text-info' },
  unchanged: { words: 'Same', look: 'bg-sunk text-ink-2' },
} as const;

const LINE_PX = 38;
const OVERSCAN = 10;
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
            {row.planned_at === null ? 'no time' : dayAndTimeAtEvent(row.planned_at, timeZone)}
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

/** Thousands of lines, of which only those near the screen exist. */
export function RunningOrderPreview({ answer, csv, timeZone }: RunningOrderPreviewProps) {
  const scroller = useRef<HTMLElement>(null);
  const lines = useMemo(() => mergeLines(answer, csv), [answer, csv]);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  const shown = virtualizer.getVirtualItems();
  const abovePx = shown[0]?.start ?? 0;
  const belowPx = virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <section
      ref={scroller}
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area without controls is reached by keyboard only so
      tabIndex={0}
      className="max-h-[480px] overflow-auto rounded-card border border-line"
    >
      <table aria-rowcount={lines.length + 1} className="w-full min-w-[680px] table-fixed text-left text-13">
        <caption className="sr-only">
          {countOf(answer.rows.length, 'row')}, {countOf(answer.errors.length, 'error')}
        </caption>
        <thead className="sticky top-0 bg-sunk text-12 text-ink-2">
          <tr className="*:h-[34px] *:px-2 *:font-semibold">
            <th scope="col" className="w-14 text-right">
              Line
            </th>
            <th scope="col" className="w-16 text-right">
              Order
            </th>
            <th scope="col">Album</th>
            <th scope="col" className="w-[24%]">
              Division
            </th>
            <th scope="col" className="w-32">
              Planned
            </th>
            <th scope="col" className="w-24">
              Import
            </th>
          </tr>
        </thead>
        <tbody>
          {abovePx > 0 && <tr aria-hidden style={{ height: abovePx }} />}
          {shown.map(({ index }) => {
            const preview = lines[index];
            if (!preview) return null;
            return (
              <Line
                key={preview.line}
                preview={preview}
                index={index}
                timeZone={timeZone}
                measure={virtualizer.measureElement}
              />
            );
          })}
          {belowPx > 0 && <tr aria-hidden style={{ height: belowPx }} />}
        </tbody>
      </table>
    </section>
  );
}
