import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type EventPhotographer,
  type EventRoster,
  eventPhotographerTerms,
  rosterEndpoints,
} from '#contract/endpoints/roster.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { id } from '#contract/primitives.ts';
import { CheckField, SelectField, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatWeekday, listDays } from '#web/lib/formats.ts';
import { rosterQuery } from '#web/lib/staff.query.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps } from '#web/lib/use-contract-form.ts';
import { useSavedForm } from '#web/lib/use-saved-form.ts';
import { formatRate, readRate } from './roster.query.ts';

type AssignSheetProps = {
  event: Pick<StaffEvent, 'id' | 'start_date' | 'last_date'>;
  /** The photographer whose terms are edited. */
  assigned?: EventPhotographer;
  /** Somebody on the roster who is chosen already. */
  photographer?: number;
  taken: readonly number[];
  onClose: () => void;
};

const MAX_DAYS = 31;
const schema = eventPhotographerTerms.extend({ photographer: id });
type Terms = z.output<typeof schema> & { version?: number | undefined };

export function AssignSheet({ event, assigned, photographer, taken, onClose }: AssignSheetProps) {
  const { data: people = [] } = useQuery(rosterQuery);
  const allDays = listDays(event.start_date, event.last_date, MAX_DAYS);
  const rateOf = (personId: string) =>
    people.find((person) => person.id === Number(personId))?.default_rate_basis_points;
  const saved: Terms | undefined = assigned;
  const { form, save } = useSavedForm({
    schema,
    saved,
    toValues: (read) => ({
      photographer: String(read?.photographer ?? photographer ?? ''),
      rate_basis_points: read ? String(read.rate_basis_points / 100) : '',
      days: read?.days ?? allDays,
    }),
    toBody: (values) => ({
      photographer: Number(values.photographer) || undefined,
      rate_basis_points: readRate(values.rate_basis_points) ?? rateOf(values.photographer),
      days: values.days.length === allDays.length ? null : [...values.days].sort(),
    }),
    send: async ({ body, changes: { photographer: _photographer, ...terms }, version }) => {
      const params = { id: event.id, photographer: body.photographer };
      const roster = await callApi(rosterEndpoints.assignPhotographer, {
        params,
        body: { ...terms, version: version ?? 0 },
      });
      return { ...body, ...findIn(roster, body.photographer) };
    },
    reload: async (): Promise<Terms | undefined> => {
      const roster = await callApi(rosterEndpoints.listEventPhotographers, { params: { id: event.id } });
      return findIn(roster, Number(form.getValues('photographer')));
    },
    onSaved: () => {
      toast(assigned ? 'Saved. The new rate applies from now on.' : 'Assigned');
      onClose();
    },
    labelOf: (name) => (name === 'days' ? 'Days' : undefined),
  });
  const usual = rateOf(form.watch('photographer'));
  return (
    <FormSheet
      title={assigned ? assigned.name : 'Assign photographer'}
      submitLabel={assigned ? 'Save' : 'Assign'}
      onClose={onClose}
      guard={save}
    >
      {!assigned && (
        <SelectField {...fieldProps(form, 'photographer')} label="Photographer">
          <option value="">Choose somebody</option>
          {people
            .filter((person) => person.left_at === null || person.id === photographer)
            .filter((person) => !taken.includes(person.id))
            .map((person) => (
              <option key={person.id} value={person.id}>
                {person.name}
              </option>
            ))}
        </SelectField>
      )}
      <TextField
        {...fieldProps(form, 'rate_basis_points')}
        label="Rate at this event, percent of sales"
        optional={!assigned && usual !== undefined}
        unit="%"
        hint={
          usual !== undefined &&
          `${assigned ? 'Usual rate' : 'If empty: the usual rate'}, ${formatRate(usual)}`
        }
      />
      {allDays.length > 1 && (
        <fieldset>
          <legend className="text-14 font-[650]">Days</legend>
          {allDays.map((day) => (
            <CheckField key={day} {...form.register('days')} value={day}>
              {formatWeekday(day)}
            </CheckField>
          ))}
          {form.formState.errors.days && (
            <p role="alert" className="text-14 font-medium text-bad">
              Choose at least one day
            </p>
          )}
        </fieldset>
      )}
    </FormSheet>
  );
}

const findIn = ({ assigned }: EventRoster, photographer: number | undefined) =>
  assigned.find((person) => person.photographer === photographer);
