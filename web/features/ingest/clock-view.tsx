import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Camera, cameraOffset, clockField, ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { type CameraRow, cameraList } from '#contract/lists/ingest.ts';
import { Button } from '#web/components/button.tsx';
import { SelectField, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf, formatAge } from '#web/lib/formats.ts';
import { useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { toast } from '#web/lib/toast.ts';
import { useSavedForm } from '#web/lib/use-saved-form.ts';
import { ClockPanel } from './clock-face.tsx';
import { useCameraOffset } from './clock-hint.tsx';
import { describeOffset, nameCamera, toCameraRow } from './event-time.ts';
import { camerasQuery, type IngestEvent } from './ingest.query.ts';

type ClockViewProps = { event: IngestEvent; isFullScreen: boolean; onFullScreen: (isFull: boolean) => void };

export function ClockView({ event, isFullScreen, onFullScreen }: ClockViewProps) {
  return (
    <div className="mx-auto grid w-full max-w-[1160px] content-start items-start gap-4 p-4 desk:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] desk:p-6">
      <section
        aria-label="Clock"
        className="grid justify-items-center gap-4 rounded-sheet border border-line p-5"
      >
        <h2 className="text-center text-18 font-bold tracking-[-0.02em]">
          Photograph this code once with each camera
        </h2>
        <ClockPanel event={event} isFullScreen={isFullScreen} onFullScreen={onFullScreen} />
      </section>
      <div className="grid gap-4">
        <SectionCard title="How it works">
          <ol className="grid list-decimal gap-2 pl-5 text-15 text-ink-2">
            <li>Show the code full screen where photographers pass by.</li>
            <li>
              Take one sharp, straight photo of the code with each camera. Turn the brightness up and avoid
              glare.
            </li>
            <li>Upload that photo with the others. It shows how far off that camera’s clock is.</li>
            <li>All photos of that camera are then filed by the correct time, including earlier ones.</li>
          </ol>
        </SectionCard>
        <CamerasCard event={event} />
      </div>
    </div>
  );
}

const serialOf = ({ serial }: CameraRow) => serial;
const calibratedAge = ({ calibrated_at }: CameraRow) => (calibrated_at ? formatAge(calibrated_at) : 'Never');

function CamerasCard({ event }: { event: IngestEvent }) {
  const { data, error, refetch } = useQuery(camerasQuery(event.id));
  const [edited, setEdited] = useState<CameraRow>();
  const cameras = data?.map((camera) => toCameraRow(camera, event.time_zone));
  const rows = useLocalRows(useListState(cameraList), cameras, { error, retry: refetch });
  return (
    <SectionCard title="Cameras" intro="Select a camera to correct its clock.">
      {cameras && cameras.length > 0 && (
        <ListToolbar rows={rows} fileName={`cameras-${event.start_date}.csv`} />
      )}
      <StaffList
        rows={rows}
        idOf={serialOf}
        nameOf={serialOf}
        titleColumn="camera"
        cells={{
          camera: { cell: nameCamera, className: 'font-[650] text-ink' },
          photos: { width: '76px', className: 'text-right tabular-nums' },
          seconds_behind: { width: '34%', cell: (camera) => <Clock camera={camera} /> },
          calibrated: { width: '104px', cell: calibratedAge },
        }}
        card={(camera) => (
          <span className="grid px-2 py-2 text-13 text-ink-2">
            <b className="font-[650] text-ink">{nameCamera(camera)}</b>
            <Clock camera={camera} />
            <span>
              {countOf(camera.frames, 'photo')}
              {camera.calibrated_at && `, calibrated ${formatAge(camera.calibrated_at)}`}
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
  return <span className={offset_seconds === null ? 'text-warn' : ''}>{describeOffset(offset_seconds)}</span>;
}

type CameraOffsetSheetProps = { eventId: number; camera: Camera; onClose: () => void };

function CameraOffsetSheet({ eventId, camera, onClose }: CameraOffsetSheetProps) {
  const { form, save } = useSavedForm({
    schema: cameraOffset,
    saved: camera,
    toValues: (saved) => toOffsetValues(saved?.offset_seconds ?? null),
    toBody: (values) => ({ offset_seconds: toOffsetSeconds(values) }),
    send: ({ body, version }) =>
      callApi(ingestEndpoints.setCameraOffset, {
        params: { id: eventId, serial: camera.serial },
        body: { ...body, version },
      }),
    reload: async () => {
      const cameras = await callApi(ingestEndpoints.listCameras, { params: { id: eventId } });
      return cameras.find(({ serial }) => serial === camera.serial);
    },
    fieldsOf: { [clockField(camera.serial)]: ['hours', 'minutes', 'seconds', 'direction'] },
    onSaved: () => {
      toast('Clock corrected. Its photos are being filed again.');
      onClose();
    },
  });
  const undo = useCameraOffset(eventId, camera.serial);
  const offset = toOffsetSeconds(form.watch());
  return (
    <FormSheet
      title={`Clock of ${nameCamera(camera)}`}
      description="How far off the camera’s clock is. All its photos are filed again."
      submitLabel="Correct the clock"
      onClose={onClose}
      guard={save}
    >
      <div className="grid grid-cols-3 gap-3">
        <TextField {...form.register('hours')} label="Hours" inputMode="numeric" />
        <TextField {...form.register('minutes')} label="Minutes" inputMode="numeric" />
        <TextField {...form.register('seconds')} label="Seconds" inputMode="numeric" />
      </div>
      <SelectField {...form.register('direction')} label="The camera’s clock is">
        <option value="behind">behind: it shows an earlier time</option>
        <option value="ahead">ahead: it shows a later time</option>
      </SelectField>
      <p role="status" className="text-15 font-semibold">
        {Number.isNaN(offset) ? 'Enter whole numbers' : describeOffset(offset)}
      </p>
      {camera.offset_seconds !== null && (
        <Button
          kind="line"
          className="justify-self-start"
          onClick={() => undo.mutate(null, { onSuccess: onClose })}
          isBusy={undo.isPending}
        >
          Undo the correction
        </Button>
      )}
    </FormSheet>
  );
}

type OffsetValues = {
  hours: string;
  minutes: string;
  seconds: string;
  direction: 'behind' | 'ahead';
};

export function toOffsetValues(offsetSeconds: number | null): OffsetValues {
  const size = Math.abs(offsetSeconds ?? 0);
  return {
    hours: String(Math.floor(size / 3_600)),
    minutes: String(Math.floor((size % 3_600) / 60)),
    seconds: String(size % 60),
    direction: (offsetSeconds ?? 0) < 0 ? 'ahead' : 'behind',
  };
}

/** Returns NaN if a part is not a whole number, which the contract's schema then refuses. */
export function toOffsetSeconds({ hours, minutes, seconds, direction }: OffsetValues): number {
  const whole = (text: string) => (/^\d{0,6}$/.test(text.trim()) ? Number(text) : Number.NaN);
  const size = whole(hours) * 3_600 + whole(minutes) * 60 + whole(seconds);
  return direction === 'ahead' && size > 0 ? -size : size;
}
