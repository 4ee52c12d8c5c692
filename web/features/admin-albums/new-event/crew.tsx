import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Photographer } from '#contract/endpoints/roster.ts';
import { TextField } from '#web/components/form.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { countOf, formatWeekday, listDays, toDollars } from '#web/lib/formats.ts';
import { paths } from '#web/lib/navigation.tsx';
import { rosterQuery } from '#web/lib/staff.query.ts';
import { fieldProps } from '#web/lib/use-contract-form.ts';
import type { NewEventForm } from './use-new-event.ts';

const MAX_DAYS = 7;

/** The photographers of the event, from the roster, with their days and their part of the sales. */
export function Crew({ form }: { form: NewEventForm }) {
  const titleId = useId();
  const query = useQuery({
    ...rosterQuery,
    select: (people) => people.filter(({ left_at }) => left_at === null),
  });
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id={titleId} className="font-bold">
        Photographers
      </h3>
      <QueryState
        query={query}
        loading={<Skeleton label="Loading the roster" className="h-24" />}
        empty={
          <EmptyState
            title="Nobody is on the roster yet"
            sentence="You can assign photographers once they are on it."
            link={{ to: paths.adminPhotographers, label: 'Add photographers' }}
          />
        }
      >
        {(people) => (
          <ul className="max-h-[420px] divide-y divide-line overflow-y-auto rounded-card border border-line">
            {people.map((person) => (
              <CrewRow key={person.id} form={form} person={person} />
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  );
}

function CrewRow({ form, person }: { form: NewEventForm; person: Photographer }) {
  const { crew, start_date, last_date } = form.watch();
  const index = crew.findIndex(({ photographer }) => photographer === person.id);
  const member = crew[index];
  const days = listDays(start_date, last_date, MAX_DAYS + 1);
  const chosen = member?.days ?? days;
  const toggle = (isOn: boolean) => {
    const others = crew.filter((one) => one !== member);
    const rate = toDollars(person.default_rate_basis_points);
    const next = isOn ? [...others, { photographer: person.id, days: null, rate }] : others;
    form.setValue('crew', next, { shouldDirty: true });
  };
  const toggleDay = (day: string) => {
    const next = days.filter((other) => (other === day) !== chosen.includes(other));
    if (next.length > 0)
      form.setValue(`crew.${index}.days`, next.length === days.length ? null : next, { shouldDirty: true });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
      <label className="flex min-h-11 min-w-0 flex-1 basis-52 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={member !== undefined}
          onChange={({ target }) => toggle(target.checked)}
          className="size-5 flex-none"
        />
        <span className="grid min-w-0">
          <b className="truncate font-semibold">{person.name}</b>
          <span className="text-13 text-ink-2">
            {person.events === 0 ? 'First event' : countOf(person.events, 'event')}
          </span>
        </span>
      </label>
      {/* At a long event everyone is there for all of it. */}
      {member && days.length > 1 && days.length <= MAX_DAYS && (
        <fieldset aria-label={`Days of ${person.name}`} className="flex flex-wrap gap-1">
          {days.map((day) => (
            <button
              key={day}
              type="button"
              aria-pressed={chosen.includes(day)}
              onClick={() => toggleDay(day)}
              className="min-h-11 rounded-full border border-edge px-3 text-14 font-semibold text-ink-2 aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-bg desk:min-h-10"
            >
              {formatWeekday(day)}
            </button>
          ))}
        </fieldset>
      )}
      {member && (
        <div className="w-28">
          <TextField
            {...fieldProps(form, `crew.${index}.rate`)}
            label="Of sales"
            aria-label={`Percent of sales for ${person.name}`}
            unit="%"
          />
        </div>
      )}
    </li>
  );
}
