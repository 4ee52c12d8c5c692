import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { Form, focusOnMount } from '#web/components/form.tsx';
import { countOf } from '#web/lib/formats.ts';
import { momentAtEvent } from './event-time.ts';
import type { IngestEvent } from './ingest.query.ts';
import {
  cellOf,
  type PreviewLine,
  type Sheet,
  type SheetRow,
  suggestTime,
  twelveHours,
} from './running-order.ts';

type MissingTimesProps = {
  missing: readonly PreviewLine[];
  lines: readonly PreviewLine[];
  sheet: Sheet;
  event: IngestEvent;
  onTime: (line: number, text: string) => void;
};

/** Asks for one missing time after the other, in the order of the sheet. */
export function MissingTimes({ missing, lines, sheet, event, onTime }: MissingTimesProps) {
  const [skipped, setSkipped] = useState<readonly number[]>([]);
  // The first question waits for its turn; the next ones follow the hands.
  const [isAnswering, setIsAnswering] = useState(false);
  const asked = missing.filter(({ line }) => !skipped.includes(line));
  const [current] = asked;
  if (!current) return null;
  return (
    <section aria-label="Missing times" className="grid gap-3 rounded-card bg-spot-wash p-4">
      <h3 className="text-15 font-bold">
        {asked.length === 1
          ? 'One performance has no time'
          : `${countOf(asked.length, 'performance')} have no time`}
      </h3>
      <MissingTime
        key={current.line}
        preview={current}
        lines={lines}
        sheet={sheet}
        event={event}
        takesFocus={isAnswering}
        onTime={(text) => {
          setIsAnswering(true);
          onTime(current.line, text);
        }}
        onSkip={() => {
          setIsAnswering(true);
          setSkipped([...skipped, current.line]);
        }}
      />
    </section>
  );
}

type MissingTimeProps = Omit<MissingTimesProps, 'missing' | 'onTime'> & {
  preview: PreviewLine;
  takesFocus: boolean;
  onTime: (text: string) => void;
  onSkip: () => void;
};

function MissingTime({ preview, lines, sheet, event, takesFocus, onTime, onSkip }: MissingTimeProps) {
  const of = (field: 'performance_order' | 'program' | 'team' | 'day' | 'stage') =>
    cellOf(sheet, preview.cells, field);
  const {
    before,
    after,
    date,
    time: suggested,
  } = suggestTime(lines, {
    line: preview.line,
    stage: of('stage'),
    timeZone: event.time_zone,
  });
  const [time, setTime] = useState(suggested);
  const at = (row: SheetRow) => `#${row.performance_order} at ${momentAtEvent(row.planned_at ?? '', event)}`;
  const around = [before && `after ${at(before)}`, after && `before ${at(after)}`].filter(Boolean);
  const save = () => {
    // A sheet without days means the first day, unless the date says otherwise.
    const isOtherDay = date !== undefined && date !== event.start_date && of('day') === '';
    onTime(isOtherDay ? `${date} ${twelveHours(time)}` : twelveHours(time));
  };
  return (
    <Form
      label="Missing time"
      className="flex flex-wrap items-end gap-3"
      onSubmit={() => time !== '' && save()}
    >
      <label className="grid min-w-0 flex-[1_1_240px] gap-1.5 text-14">
        <span className="min-w-0">
          When is{' '}
          <b className="font-[650]">
            #{of('performance_order')} {of('program')} {of('team')}
          </b>
          ?
          {around.length > 0 && (
            <span className="block text-13 text-ink-2">In the sheet {around.join(', ')}.</span>
          )}
        </span>
        <input
          type="time"
          ref={takesFocus ? focusOnMount : undefined}
          value={time}
          onChange={({ target }) => setTime(target.value)}
          className="h-11 w-40 rounded-ctl border border-edge bg-surface px-3 text-16 tabular-nums"
        />
      </label>
      <span className="flex gap-2">
        <Button type="submit" size="small" disabled={time === ''}>
          Set time
        </Button>
        <Button kind="ghost" size="small" onClick={onSkip}>
          Skip
        </Button>
      </span>
    </Form>
  );
}
