import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { directionOf, SortHead } from '#web/components/sort-head.tsx';
import { formatCount } from '#web/lib/count-words.ts';
import { formatAge } from '#web/lib/formats.ts';
import { sortRows } from '#web/lib/list-sort.ts';
import { useListSort } from '#web/lib/use-list-sort.ts';
import { offsetInWords } from './camera-offset.ts';
import { CameraOffsetSheet } from './camera-offset-sheet.tsx';
import { BY_SERIAL, COLUMNS, type Column } from './cameras.ts';
import { camerasQuery } from './ingest.query.ts';
import type { Camera } from './ingest.types.ts';

export function CamerasTable({ eventId }: { eventId: number }) {
  const { data, error, refetch } = useQuery(camerasQuery(eventId));
  const { sort, sortBy } = useListSort(COLUMNS, BY_SERIAL);
  const [edited, setEdited] = useState<Camera>();
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton label="Loading cameras" className="h-32" />;
  if (data.length === 0) {
    return <p className="text-15 text-ink-2">No camera seen yet. They appear with their first photos.</p>;
  }
  return (
    <div className="-mx-2 overflow-x-auto">
      <table className="w-full text-left text-14">
        <thead className="text-12 text-ink-2">
          <tr className="*:h-[34px] *:border-line *:border-b *:px-2 *:font-semibold">
            {(Object.keys(COLUMNS) as Column[]).map((column) => (
              <SortHead
                key={column}
                direction={directionOf(sort, column)}
                onSort={() => sortBy(column)}
                className={`*:min-h-11 desk:*:min-h-[34px] ${column === 'photos' ? 'text-right' : ''}`}
              >
                {COLUMNS[column].label}
              </SortHead>
            ))}
            <th scope="col">
              <span className="sr-only">Correct</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sortRows(data, COLUMNS, sort).map((camera) => (
            <tr key={camera.serial} className="*:h-12 *:border-line *:border-b *:px-2">
              <th scope="row" className="font-[650] whitespace-nowrap">
                {camera.serial}
              </th>
              <td className="text-right tabular-nums">{formatCount(camera.frames)}</td>
              <td className={camera.offset_seconds === null ? 'text-warn' : ''}>
                {offsetInWords(camera.offset_seconds)}
              </td>
              <td className="text-ink-2">
                {camera.calibrated_at ? formatAge(camera.calibrated_at) : 'never'}
              </td>
              <td className="text-right">
                <Button
                  kind="ghost"
                  size="small"
                  aria-label={`Correct the clock of ${camera.serial}`}
                  onClick={() => setEdited(camera)}
                >
                  <Pencil aria-hidden size={16} />
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {edited && <CameraOffsetSheet eventId={eventId} camera={edited} onClose={() => setEdited(undefined)} />}
    </div>
  );
}
