import { useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { catalogueEndpoints, newAlbum } from '#contract/endpoints/catalogue.ts';
import type { AdminAlbum, StaffEvent } from '#contract/entities/staff-event.ts';
import { eventName } from '#contract/rules/sentences.ts';
import { SelectField, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/formats.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { eventPlaceSearch, searchFor } from '#web/lib/search-params.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';

export function AlbumFields<Body>({ form }: { form: UseFormReturn<AlbumValues, unknown, Body> }) {
  return (
    <>
      <TextField {...fieldProps(form, 'program_name')} label="Program" />
      <TextField {...fieldProps(form, 'team_name')} label="Team" />
      <TextField {...fieldProps(form, 'division_name')} label="Division" optional />
      <TextField
        {...form.register('performance_order')}
        label="Performance number"
        inputMode="numeric"
        error={form.formState.errors.performance_order && 'Enter a whole number'}
      />
    </>
  );
}

type AlbumValues = ReturnType<typeof toAlbumValues>;

/** The identifier of an existing album cannot change. */
export const albumEdit = newAlbum.omit({ events: true, identifier: true });

export function toAlbumValues(album: AdminAlbum | undefined, eventId: number | undefined) {
  return {
    event: String(album?.event ?? eventId ?? ''),
    program_name: album?.program_name ?? '',
    team_name: album?.team_name ?? '',
    division_name: album?.division_name ?? '',
    performance_order: album ? String(album.performance_order) : '',
    identifier: album?.identifier ?? '',
  };
}

const wholeNumber = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN);

function defaultIdentifier({ event, performance_order }: AlbumValues): string {
  return event && performance_order.trim() ? `${event}-${performance_order.trim()}` : '';
}

export function toAlbumEdit({ program_name, team_name, division_name, performance_order }: AlbumValues) {
  return { program_name, team_name, division_name, performance_order: wholeNumber(performance_order) };
}

function toNewAlbum(values: AlbumValues) {
  return {
    ...toAlbumEdit(values),
    events: values.event ? [Number(values.event)] : [],
    identifier: values.identifier.trim() || defaultIdentifier(values),
  };
}

type NewAlbumSheetProps = {
  events: readonly StaffEvent[];
  eventId: number | undefined;
  onClose: () => void;
};

export function NewAlbumSheet({ events, eventId, onClose }: NewAlbumSheetProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useContractForm({
    schema: newAlbum,
    defaultValues: toAlbumValues(undefined, eventId),
    toBody: toNewAlbum,
  });
  const create = useFormMutation(form, {
    send: (body) => callApi(catalogueEndpoints.createAlbum, { body }),
    onSuccess: async (album, body) => {
      await queryClient.invalidateQueries({ queryKey: ['staff'] });
      toast(`Album created: ${album.team_name}`);
      onClose();
      void navigate({
        to: paths.adminEvent(body.events[0] ?? 0),
        search: searchFor(eventPlaceSearch, { album: album.id }),
      });
    },
  });
  const identifier = defaultIdentifier(form.watch());
  return (
    <FormSheet
      title="New album"
      description="One performance by one team. Import a running order to create many at once."
      submitLabel="Create album"
      onClose={onClose}
      guard={create}
    >
      <SelectField
        {...form.register('event')}
        label="Event"
        error={'events' in form.formState.errors ? 'Choose the event' : undefined}
      >
        <option value="">Choose an event</option>
        {events
          .filter(({ archived }) => !archived)
          .map((event) => (
            <option key={event.id} value={event.id}>
              {formatDay(event.start_date)}, {eventName(event)}
            </option>
          ))}
      </SelectField>
      <AlbumFields form={form} />
      <TextField
        {...fieldProps(form, 'identifier')}
        label="Identifier"
        optional
        placeholder={identifier}
        hint="For other systems. If empty, we make one from the event and the performance number."
      />
    </FormSheet>
  );
}
