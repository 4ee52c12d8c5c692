import { useQuery } from '@tanstack/react-query';
import { CsvButton } from '#web/components/csv-button.tsx';
import { sortRows } from '#web/lib/list-sort.ts';
import { useListSort } from '#web/lib/use-list-sort.ts';
import { BY_SERIAL, COLUMNS, camerasCsv } from './cameras.ts';
import { camerasQuery } from './ingest.query.ts';
import type { IngestEvent } from './ingest.types.ts';

/** The cameras in the order they are listed in. */
export function CamerasCsv({ event }: { event: IngestEvent }) {
  const { data = [] } = useQuery(camerasQuery(event.id));
  const { sort } = useListSort(COLUMNS, BY_SERIAL);
  return (
    <CsvButton
      fileName={`cameras-${event.start_date}.csv`}
      makeCsv={() => camerasCsv(sortRows(data, COLUMNS, sort), event.time_zone)}
      disabled={data.length === 0}
    />
  );
}
