import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/states.tsx';
import { countOf, formatCount } from '#web/lib/formats.ts';
import type { IngestEvent, RunningOrder } from './ingest.query.ts';
import { MissingTimes } from './missing-times.tsx';
import {
  changeCell,
  countChanges,
  findMissingTimes,
  mergeLines,
  type PreviewLine,
  type Sheet,
  sheetProblems,
} from './running-order.ts';
import { ColumnMapper } from './running-order-columns.tsx';
import { RunningOrderPreview } from './running-order-preview.tsx';

type RunningOrderSheetProps = {
  event: IngestEvent;
  answer: RunningOrder;
  isChecking: boolean;
  isImporting: boolean;
  onCheck: (sheet: Sheet) => void;
  onImport: (sheet: Sheet) => void;
  onStartOver: (sheet: Sheet) => void;
};

/** The sheet as it was read, with corrections. Good lines can be imported while bad ones wait for theirs. */
export function RunningOrderSheet(props: RunningOrderSheetProps) {
  const { event, answer, isChecking, isImporting, onCheck, onImport } = props;
  // The answers follow what is typed here, so they never replace it.
  const [sheet, setSheet] = useState(answer.sheet);
  const [checked, setChecked] = useState(answer.sheet);
  // Lines that were corrected stay open, so that nothing jumps under the cursor.
  const [openLines, setOpenLines] = useState<ReadonlySet<number>>(new Set());
  const [showsBad, setShowsBad] = useState(false);

  const all = mergeLines(answer, sheet);
  const isBad = ({ errors }: PreviewLine) => errors.length > 0;
  const bad = all.filter(isBad);
  const open = new Set([...openLines, ...bad.map(({ line }) => line)]);
  const shown = showsBad ? all.filter(({ line }) => open.has(line)) : all;
  const problems = sheetProblems(answer);
  const changes = countChanges(answer);

  const check = (next: Sheet, stayOpen: ReadonlySet<number> = open) => {
    setOpenLines(stayOpen);
    setSheet(next);
    setChecked(next);
    onCheck(next);
  };
  return (
    <>
      <ColumnMapper sheet={sheet} onChange={(columns) => check({ ...sheet, columns }, new Set())} />
      {problems.length > 0 && <Notice tone="bad">{problems.join(' ')}</Notice>}
      <MissingTimes
        missing={findMissingTimes(all, sheet)}
        lines={all}
        sheet={sheet}
        event={event}
        onTime={(line, text) => check(changeCell(sheet, { line, field: 'planned_time', text }))}
      />
      {problems.length === 0 && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p role="status" className="text-14 text-ink-2">
              {isChecking ? 'Checking...' : summaryOf(answer, bad.length)}
            </p>
            {open.size > 0 && (
              <Button kind="line" size="small" onClick={() => setShowsBad(!showsBad)}>
                {showsBad ? `Show all ${formatCount(all.length)} lines` : 'Show only lines to fix'}
              </Button>
            )}
          </div>
          <RunningOrderPreview
            answer={answer}
            sheet={sheet}
            lines={shown}
            openLines={open}
            timeZone={event.time_zone}
            onOpen={(line) => setOpenLines(new Set([...open, line]))}
            onEdit={(cell) => setSheet(changeCell(sheet, cell))}
            onLeave={() => sheet !== checked && check(sheet)}
          />
        </>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          disabled={changes === 0}
          isBusy={isImporting}
          onClick={() => {
            setOpenLines(new Set());
            setShowsBad(bad.length > 0);
            onImport(sheet);
          }}
        >
          {changes === 0 ? 'Nothing to import' : `Import ${countOf(changes, 'album')}`}
        </Button>
        <Button kind="ghost" onClick={() => props.onStartOver(sheet)}>
          Start over
        </Button>
        {bad.length > 0 && changes > 0 && (
          <p className="text-13 text-ink-2">
            {countOf(bad.length, 'line')} will stay here until {bad.length === 1 ? 'it is' : 'they are'}{' '}
            fixed.
          </p>
        )}
      </div>
    </>
  );
}

function summaryOf({ rows }: RunningOrder, bad: number): string {
  const count = (action: RunningOrder['rows'][number]['action']) =>
    rows.filter((row) => row.action === action).length;
  const parts = [
    [count('create'), 'new'],
    [count('update'), 'changed'],
    [count('unchanged'), 'already there'],
    [bad, bad === 1 ? 'needs a fix' : 'need a fix'],
  ] as const;
  return parts
    .flatMap(([number, words]) => (number > 0 ? [`${formatCount(number)} ${words}`] : []))
    .join(', ');
}
