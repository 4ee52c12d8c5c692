import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CameraRow, cameraList } from '#contract/lists/cameras.ts';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import { formatAge } from '#web/lib/formats.ts';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { useLocalRows } from '#web/lib/lists/use-local-rows.ts';
import { offsetInWords } from './camera-offset.ts';
import { CameraOffsetSheet } from './camera-offset-sheet.tsx';
import { toCameraRow } from './event-rows.ts';
import { camerasQuery } from './ingest.query.ts';
import type { IngestEvent } from './ingest.types.ts';

const serialOf = ({ serial }: CameraRow) => serial;
const calibratedAge = ({ calibrated_at }: CameraRow) => (calibrated_at ? formatAge(calibrated_at) : 'never');

export function CamerasCard({ event }: { event: IngestEvent }) {
  const { data, error, refetch } = useQuery(camerasQuery(event.id));
  const [edited, setEdited] = useState<CameraRow>();
  const cameras = data?.map((camera) => toCameraRow(camera, event.time_zone));
  const state = useListState(cameraList);
  const rows = useLocalRows(state, cameras, { error, retry: refetch });
  return (
    <SectionCard title="Cameras" intro="Select a camera to correct its clock.">
      {cameras && cameras.length > 0 && (
        <ListToolbar state={state} rows={rows} fileName={`cameras-${event.start_date}.csv`} />
      )}
      <StaffList
        state={state}
        rows={rows}
        idOf={serialOf}
        nameOf={serialOf}
        titleColumn="camera"
        cells={{
          camera: { cell: serialOf, className: 'font-[650] text-ink' },
          photos: {
            width: '76px',
            className: 'text-right tabular-nums',
            cell: ({ frames }) => formatCount(frames),
          },
          seconds_behind: { width: '34%', cell: (camera) => <Clock camera={camera} /> },
          calibrated: { width: '104px', cell: calibratedAge },
        }}
        card={(camera) => (
          <span className="grid px-2 py-2 text-13 text-ink-2">
            <b className="font-[650] text-ink">{camera.serial}</b>
            <Clock camera={camera} />
            <span>
              {countOf(camera.frames, 'photo')}, calibrated {calibratedAge(camera)}
            </span>
          </span>
        )}
        onOpen={setEdited}
        isPane
        minWidth="400px"
        className="max-h-[480px]"
        empty={<p className="text-15 text-ink-2">No cameras yet. They appear with their first photos.</p>}
      />
      {edited && (
        <CameraOffsetSheet eventId={event.id} camera={edited} onClose={() => setEdited(undefined)} />
      )}
    </SectionCard>
  );
}

function Clock({ camera: { offset_seconds } }: { camera: CameraRow }) {
  return <span className={offset_seconds === null ? 'text-warn' : ''}>{offsetInWords(offset_seconds)}</span>;
}
