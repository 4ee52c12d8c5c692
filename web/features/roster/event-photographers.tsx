import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type EventPhotographer, type EventRoster, rosterEndpoints } from '#contract/endpoints/roster.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { SelectField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf, formatWeekday } from '#web/lib/formats.ts';
import { eventRosterQuery, rosterQuery } from '#web/lib/staff.query.ts';
import { toast } from '#web/lib/toast.ts';
import { useUnsaved } from '#web/lib/use-contract-form.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { AssignSheet } from './assign-sheet.tsx';
import { formatRate } from './roster.query.ts';

type OfEvent = { event: Pick<StaffEvent, 'id' | 'start_date' | 'last_date'> };

/** The photographers of an event, their part of the sales, and the credits of its photos. */
export function EventPhotographers({ event }: OfEvent) {
  const query = useQuery(eventRosterQuery(event.id));
  return (
    <section
      aria-labelledby="event-photographers"
      className="grid gap-4 border-line not-first:border-t not-first:pt-6"
    >
      <header className="grid gap-1">
        <h2 id="event-photographers" className="text-18 font-bold tracking-[-0.02em]">
          Photographers
        </h2>
        <p className="text-14 text-ink-2">
          Their rate at this event. A new rate applies to sales from now on; earlier sales keep theirs.
        </p>
      </header>
      <QueryState query={query} loading={<Skeleton label="Loading photographers" className="h-24" />}>
        {(roster) => <Assigned event={event} roster={roster} />}
      </QueryState>
    </section>
  );
}

function Assigned({ event, roster }: OfEvent & { roster: EventRoster }) {
  const [assigning, setAssigning] = useState<EventPhotographer | number | 'somebody'>();
  const remove = useStaffAction(
    ({ photographer }: EventPhotographer) =>
      callApi(rosterEndpoints.unassignPhotographer, { params: { id: event.id, photographer } }),
    () => toast('Removed from this event'),
  );
  const { ask, question } = useConfirmed(remove, ({ name }) => ({
    title: `Remove ${name} from this event?`,
    sentence: 'Their photos stay credited to them. New sales here pay their usual rate.',
    confirmLabel: 'Remove',
  }));
  return (
    <>
      {roster.assigned.length === 0 && <p className="text-15 text-ink-2">Nobody is assigned yet.</p>}
      {roster.assigned.length > 0 && (
        <ul aria-label="Assigned photographers" className="grid gap-2">
          {roster.assigned.map((person) => (
            <Line
              key={person.photographer}
              name={person.name}
              note={[
                `${formatRate(person.rate_basis_points)} of sales`,
                person.days?.map((day) => formatWeekday(day)).join(', '),
                countOf(person.photos, 'photo'),
              ]
                .filter(Boolean)
                .join(' · ')}
            >
              <LineButton verb="Change" name={person.name} onClick={() => setAssigning(person)} />
              <LineButton kind="ghost" verb="Remove" name={person.name} onClick={() => ask(person)} />
            </Line>
          ))}
        </ul>
      )}
      <Button
        icon={UserPlus}
        kind="line"
        size="small"
        className="justify-self-start"
        onClick={() => setAssigning('somebody')}
      >
        Assign photographer
      </Button>
      <Credits roster={roster} onAssign={setAssigning} />
      {assigning && (
        <AssignSheet
          event={event}
          {...(typeof assigning === 'object' ? { assigned: assigning } : {})}
          {...(typeof assigning === 'number' ? { photographer: assigning } : {})}
          taken={roster.assigned.map(({ photographer }) => photographer)}
          onClose={() => setAssigning(undefined)}
        />
      )}
      {question}
    </>
  );
}

type CreditsProps = { roster: EventRoster; onAssign: (photographer: number) => void };

/** Names in the credits of photos whose person is not assigned or not known. */
function Credits({ roster, onAssign }: CreditsProps) {
  const [linking, setLinking] = useState<string>();
  const add = useStaffAction(
    (name: string) => callApi(rosterEndpoints.addPhotographer, { body: { name } }),
    ({ name, default_rate_basis_points: rate }) => toast(`${name} is on the roster at ${formatRate(rate)}`),
  );
  if (roster.others.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="text-14 font-[650]">Other credits on photos of this event</h3>
      <ul aria-label="Other credits" className="grid gap-2">
        {roster.others.map(({ name, photos, photographer }) => (
          <Line
            key={name}
            name={name}
            note={`${countOf(photos, 'photo')} · ${photographer === null ? 'Not on the roster' : 'On the roster, not assigned'}`}
            isWarning={photographer === null}
          >
            {photographer !== null && (
              <LineButton verb="Assign" name={name} onClick={() => onAssign(photographer)} />
            )}
            {photographer === null && name.length <= 80 && (
              <Button
                kind="line"
                size="small"
                aria-label={`Add ${name} to the roster`}
                isBusy={add.isPending && add.variables === name}
                onClick={() => add.mutate(name)}
              >
                Add to roster
              </Button>
            )}
            {photographer === null && (
              <Button
                kind="ghost"
                size="small"
                aria-label={`Link ${name} to somebody`}
                onClick={() => setLinking(name)}
              >
                Link…
              </Button>
            )}
          </Line>
        ))}
      </ul>
      {linking !== undefined && <LinkCreditSheet name={linking} onClose={() => setLinking(undefined)} />}
    </div>
  );
}

type LineButtonProps = { kind?: 'line' | 'ghost'; verb: string; name: string; onClick: () => void };

function LineButton({ kind = 'line', verb, name, onClick }: LineButtonProps) {
  return (
    <Button kind={kind} size="small" aria-label={`${verb} ${name}`} onClick={onClick}>
      {verb}
    </Button>
  );
}

type LineProps = { name: string; note: string; isWarning?: boolean; children: ReactNode };

function Line({ name, note, isWarning = false, children }: LineProps) {
  return (
    <li
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-ctl px-4 py-2.5 ${isWarning ? 'bg-warn-bg' : 'bg-sunk'}`}
    >
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="text-15 font-[650] break-words">{name}</p>
        <p className={`text-13 ${isWarning ? 'text-warn' : 'text-ink-2'}`}>{note}</p>
      </div>
      <div className="flex flex-wrap gap-1.5">{children}</div>
    </li>
  );
}

/** Assigns a credited name to a person. */
function LinkCreditSheet({ name, onClose }: { name: string; onClose: () => void }) {
  const { data: people = [] } = useQuery(rosterQuery);
  const [id, setId] = useState('');
  const link = useStaffAction(
    () => callApi(rosterEndpoints.linkCreditedName, { params: { id: Number(id) }, body: { name } }),
    (person) => {
      toast(`“${name}” now means ${person.name}`);
      onClose();
    },
  );
  return (
    <FormSheet
      title={`Who is “${name}”?`}
      description="Photos with this credit belong to this person from now on. Past sales keep their rate."
      submitLabel="Link"
      isBusy={link.isPending}
      onSubmit={() => id && link.mutate()}
      onClose={onClose}
      guard={useUnsaved(id !== '')}
    >
      <SelectField label="Photographer" value={id} onChange={({ target }) => setId(target.value)}>
        <option value="">Choose somebody</option>
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
          </option>
        ))}
      </SelectField>
    </FormSheet>
  );
}
