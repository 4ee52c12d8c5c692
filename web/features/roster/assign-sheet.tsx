import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type EventPhotographer,
  eventPhotographerTerms,
  rosterEndpoints,
} from '#contract/endpoints/roster.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { id } from '#contract/primitives.ts';
import { CheckField, SelectField, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatWeekday } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { formatRate, readRate, refreshRoster, rosterQuery } from './roster.query.ts';

type AssignSheetProps = {
  event: Pick<StaffEvent, 'id' | 'start_date' | 'last_date'>;
  /** Somebody whose terms are changed. */
  assigned?: EventPhotographer;
  /** Somebody on the roster who is chosen already. */
  photographer?: number;
  taken: readonly number[];
  onClose: () => void;
};

const schema = eventPhotographerTerms.extend({ photographer: id });

export function AssignSheet({ event, assigned, photographer, taken, onClose }: AssignSheetProps) {
  const queryClient = useQueryClient();
  const { data: people = [] } = useQuery(rosterQuery);
  const allDays = daysOf(event);
  const rateOf = (personId: string) =>
    people.find((person) => person.id === Number(personId))?.default_rate_basis_points;
  const form = useContractForm({
    schema,
    defaultValues: {
      photographer: String(assigned?.photographer ?? photographer ?? ''),
      rate_basis_points: assigned ? String(assigned.rate_basis_points / 100) : '',
      days: assigned?.days ?? allDays,
    },
    toBody: (values) => ({
      photographer: Number(values.photographer) || undefined,
      rate_basis_points: readRate(values.rate_basis_points) ?? rateOf(values.photographer),
      days: values.days.length === allDays.length ? null : [...values.days].sort(),
    }),
  });
  const usual = rateOf(form.watch('photographer'));
  const save = useFormMutation(form, {
    send: ({ photographer: person, ...body }: z.output<typeof schema>) =>
      callApi(rosterEndpoints.assignPhotographer, { params: { id: event.id, photographer: person }, body }),
    onSuccess: async () => {
      await refreshRoster(queryClient);
      toast(assigned ? 'Saved. The rate counts from now on.' : 'Assigned');
      onClose();
    },
  });
  return (
    <FormSheet
      title={assigned ? assigned.name : 'Assign photographer'}
      submitLabel={assigned ? 'Save' : 'Assign'}
      isBusy={save.isPending}
      failure={save.failure}
      onSubmit={save.submit}
      onClose={onClose}
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
        inputMode="decimal"
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

const MAX_DAYS = 31;

function daysOf({ start_date, last_date }: Pick<StaffEvent, 'start_date' | 'last_date'>): string[] {
  const days: string[] = [];
  for (
    let at = Date.parse(start_date);
    at <= Date.parse(last_date) && days.length < MAX_DAYS;
    at += 86_400_000
  ) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}
