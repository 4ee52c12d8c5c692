import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Photographer } from '#contract/endpoints/roster.ts';
import { TextField } from '#web/components/form.tsx';
import { ErrorNotice, Skeleton } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { addDays, countOf, dateFormat, toDollars } from '#web/lib/formats.ts';
import { paths } from '#web/lib/navigation.tsx';
import { rosterQuery } from '../staff-catalogue.query.ts';
import { Chip } from './start-step.tsx';
import type { CrewValues, NewEventForm } from './use-new-event.ts';

/** More people than this are found by their name. */
const MAX_SHOWN = 8;
const MAX_DAYS = 7;

/** Who photographs the event, from the roster, with their days and their part of the sales. */
export function Crew({ form }: { form: NewEventForm }) {
  const titleId = useId();
  const { data, error } = useQuery(rosterQuery);
  const [text, setText] = useState('');
  const crew = form.watch('crew');
  const set = (next: CrewValues[]) => form.setValue('crew', next, { shouldDirty: true });
  const current = (data ?? []).filter(({ left_at }) => left_at === null);
  const isChosen = ({ id }: Photographer) => crew.some(({ photographer }) => photographer === id);
  const matches = current.filter(
    (person) => !isChosen(person) && person.name.toLowerCase().includes(text.trim().toLowerCase()),
  );
  const chosen = current.filter(isChosen);
  const shown = [...chosen, ...matches.slice(0, Math.max(0, MAX_SHOWN - chosen.length))];
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={titleId} className="font-bold">
          Photographers
        </h3>
        {current.length > MAX_SHOWN && (
          <input
            type="search"
            aria-label="Add from the roster"
            placeholder="Add from the roster"
            value={text}
            maxLength={80}
            onChange={({ target }) => setText(target.value)}
            className="h-11 w-60 rounded-ctl bg-sunk px-3 text-16 desk:h-9 desk:text-14"
          />
        )}
      </div>
      <ErrorNotice error={error} />
      {!data && !error && <Skeleton label="Loading the roster" className="h-24" />}
      {data && current.length === 0 && (
        <p className="text-14 text-ink-2">
          Nobody is on the roster yet.{' '}
          <TextLink to={paths.adminPhotographerReport}>Add photographers</TextLink>
        </p>
      )}
      {shown.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line">
          {shown.map((person) => (
            <CrewRow
              key={person.id}
              form={form}
              person={person}
              onToggle={(isOn) => {
                const others = crew.filter(({ photographer }) => photographer !== person.id);
                const rate = toDollars(person.default_rate_basis_points);
                set(isOn ? [...others, { photographer: person.id, days: null, rate }] : others);
              }}
            />
          ))}
        </ul>
      )}
      {matches.length + chosen.length > shown.length && (
        <p className="text-13 text-ink-2">
          {countOf(matches.length + chosen.length - shown.length, 'more person', 'more people')} on the
          roster. Type a name to find them.
        </p>
      )}
    </section>
  );
}

type CrewRowProps = { form: NewEventForm; person: Photographer; onToggle: (isOn: boolean) => void };

function CrewRow({ form, person, onToggle }: CrewRowProps) {
  const { crew, start_date, last_date } = form.watch();
  const index = crew.findIndex(({ photographer }) => photographer === person.id);
  const member = crew[index];
  const days = daysOf(start_date, last_date);
  const setDay = (day: string, isOn: boolean) => {
    const next = days.filter((other) => (other === day ? isOn : (member?.days ?? days).includes(other)));
    if (next.length > 0)
      form.setValue(`crew.${index}.days`, next.length === days.length ? null : next, { shouldDirty: true });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
      <label className="flex min-h-11 min-w-0 flex-1 basis-52 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={member !== undefined}
          onChange={({ target }) => onToggle(target.checked)}
          className="size-5 flex-none accent-ink"
        />
        <span className="grid min-w-0">
          <b className="truncate font-semibold">{person.name}</b>
          <span className="text-13 text-ink-2">
            {person.events === 0 ? 'First event' : countOf(person.events, 'event')}
          </span>
        </span>
      </label>
      {member && days.length > 1 && (
        <fieldset aria-label={`Days of ${person.name}`} className="flex flex-wrap gap-1">
          {days.map((day) => (
            <Chip
              key={day}
              label={WEEKDAY_AND_DATE.format(noon(day))}
              isOn={(member.days ?? days).includes(day)}
              onChange={(isOn) => setDay(day, isOn)}
            >
              {WEEKDAY.format(noon(day))}
            </Chip>
          ))}
        </fieldset>
      )}
      {member && (
        <div className="w-28">
          <TextField
            {...form.register(`crew.${index}.rate`)}
            label="% of sales"
            aria-label={`Percent of sales for ${person.name}`}
            inputMode="decimal"
            error={form.formState.errors.crew?.[index]?.rate?.message}
          />
        </div>
      )}
    </li>
  );
}

const noon = (day: string) => new Date(`${day}T12:00:00Z`);
const WEEKDAY = dateFormat({ weekday: 'short', timeZone: 'UTC' }, 'en-US');
const WEEKDAY_AND_DATE = dateFormat(
  { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' },
  'en-US',
);

/** No days to choose for a long event: everyone is there for all of it. */
function daysOf(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last && days.length <= MAX_DAYS; day = addDays(day, 1)) days.push(day);
  return days.length > MAX_DAYS ? [] : days;
}
