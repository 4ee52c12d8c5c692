import { useState } from 'react';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { Form, SelectField, TextField } from '#web/components/form.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';
import { changesIn } from '#web/lib/use-saved-form.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { momentAtEvent, timeAtEvent } from './event-time.ts';
import { albumTitle, type IngestAlbum, type IngestEvent } from './ingest.query.ts';

const MAX_MINUTES = 600;

type RunningLateProps = { event: IngestEvent; albums: readonly IngestAlbum[] };

export function RunningLate({ event, albums }: RunningLateProps) {
  const [minutes, setMinutes] = useState('');
  const [direction, setDirection] = useState('late');
  const [from, setFrom] = useState('now');
  const [confirming, setConfirming] = useState<Versioned>();
  const delay = useStaffAction(
    (body: Versioned) => callApi(ingestEndpoints.delayEvent, { params: { id: event.id }, body }),
    undefined,
    (error) => toast.error(colleaguesDelay(error, event.time_zone) ?? messageOf(error)),
  );
  const planned = albums.filter(({ planned_at }) => planned_at !== null);
  const size = /^\d{1,3}$/.test(minutes.trim()) ? Number(minutes) : 0;
  const isValid = size > 0 && size <= MAX_MINUTES;
  const confirm = () => {
    const start = planned.find(({ id }) => String(id) === from)?.planned_at ?? new Date().toISOString();
    // The event may still be read again after this person's own delay.
    const version = Math.max(event.version, delay.data?.version ?? 0);
    setConfirming({ minutes: direction === 'late' ? size : -size, from: start, version });
  };
  const send = (shift: Versioned) => {
    const undo = undoOfDelay(planned, shift);
    delay.mutate(shift, {
      onSuccess: ({ shifted_albums, version }) => {
        const shiftBack =
          undo && (() => delay.mutate({ ...undo, version }, { onSuccess: () => toast('Shifted back') }));
        toast.undo(`${countOf(shifted_albums, 'album')} shifted`, shiftBack);
        setMinutes('');
      },
      onSettled: () => setConfirming(undefined),
    });
  };
  return (
    <SectionCard
      title="Running late"
      intro="Shifts every performance planned at or after a time you choose. Photos already uploaded are filed again."
    >
      {planned.length === 0 ? (
        <p className="text-15 text-ink-2">No album has a planned time. Import a running order first.</p>
      ) : (
        <Form
          className="grid gap-4 sm:grid-cols-[120px_140px_minmax(0,1fr)_auto] sm:items-end"
          onSubmit={() => isValid && confirm()}
        >
          <TextField
            label="Minutes"
            inputMode="numeric"
            value={minutes}
            onChange={({ target }) => setMinutes(target.value)}
          />
          <SelectField
            label="Direction"
            value={direction}
            onChange={({ target }) => setDirection(target.value)}
          >
            <option value="late">late</option>
            <option value="early">early</option>
          </SelectField>
          <SelectField label="From" value={from} onChange={({ target }) => setFrom(target.value)}>
            <option value="now">now ({timeAtEvent(Date.now(), event.time_zone)})</option>
            {planned.map((album) => (
              <option key={album.id} value={album.id}>
                {momentAtEvent(album.planned_at ?? '', event)} {albumTitle(album)}
              </option>
            ))}
          </SelectField>
          <Button type="submit" className="h-[52px]!" disabled={!isValid}>
            Shift
          </Button>
        </Form>
      )}
      {confirming && (
        <ConfirmDialog
          title={`Running ${countOf(Math.abs(confirming.minutes), 'minute')} ${confirming.minutes > 0 ? 'late' : 'early'}?`}
          sentence={`${countOf(countShifted(planned, confirming.from), 'album')} planned from ${momentAtEvent(confirming.from, event)} on will be shifted. Photos taken since then are filed again.`}
          confirmLabel="Shift schedule"
          isBusy={delay.isPending}
          onConfirm={() => send(confirming)}
          onCancel={() => setConfirming(undefined)}
        />
      )}
    </SectionCard>
  );
}

function colleaguesDelay(error: unknown, timeZone: string): string | undefined {
  const [change] = isApiError(error, 'changed_meanwhile') ? changesIn(error) : [];
  if (!change) return undefined;
  const time = timeAtEvent(change.at, timeZone);
  return `${change.by ?? 'The site'} shifted the schedule at ${time}. Nothing was shifted again: check the times first.`;
}

// A delay shifts every album planned from a given time on. Undoing it must shift back exactly those albums.

export type Planned = { planned_at: string | null };
export type Delay = { minutes: number; from: string };
type Versioned = Delay & { version: number };

const MINUTE_MS = 60_000;

const plannedMs = ({ planned_at }: Planned) => (planned_at === null ? undefined : Date.parse(planned_at));

export function countShifted(albums: readonly Planned[], from: string): number {
  const fromMs = Date.parse(from);
  return albums.filter((album) => (plannedMs(album) ?? Number.NEGATIVE_INFINITY) >= fromMs).length;
}

/** Returns undefined if undoing would also shift albums that the delay did not. */
export function undoOfDelay(albumsBefore: readonly Planned[], { minutes, from }: Delay): Delay | undefined {
  const fromMs = Date.parse(from);
  const backFromMs = fromMs + minutes * MINUTE_MS;
  const wouldMoveOthers = albumsBefore.some((album) => {
    const at = plannedMs(album);
    return at !== undefined && at < fromMs && at >= backFromMs;
  });
  return wouldMoveOthers ? undefined : { minutes: -minutes, from: new Date(backFromMs).toISOString() };
}
