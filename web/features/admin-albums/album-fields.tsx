import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { catalogueEndpoints, newAlbum } from '#contract/endpoints/catalogue.ts';
import type { AdminAlbum, StaffEvent } from '#contract/entities/staff-event.ts';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';

export function AlbumFields<Body>({ form }: { form: UseFormReturn<AlbumValues, unknown, Body> }) {
  const { errors } = form.formState;
  return (
    <>
      <TextField {...form.register('program_name')} label="Program" error={errors.program_name?.message} />
      <TextField {...form.register('team_name')} label="Team" error={errors.team_name?.message} />
      <TextField
        {...form.register('division_name')}
        label="Division"
        optional
        error={errors.division_name?.message}
      />
      <TextField
        {...form.register('performance_order')}
        label="Performance order"
        inputMode="numeric"
        error={errors.performance_order && 'Enter a whole number'}
      />
    </>
  );
}

type AlbumValues = {
  event: string;
  program_name: string;
  team_name: string;
  division_name: string;
  performance_order: string;
  /** If empty, it is made from the event and the order. */
  identifier: string;
};

/** The identifier of an existing album cannot change. */
export const albumEdit = newAlbum.omit({ events: true, identifier: true });

export function toAlbumValues(album: AdminAlbum | undefined, eventId: number | undefined): AlbumValues {
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
  onCreated: (album: { id: number; eventId: number }) => void;
};

export function NewAlbumSheet({ events, eventId, onClose, onCreated }: NewAlbumSheetProps) {
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const form = useContractForm({
    schema: newAlbum,
    defaultValues: toAlbumValues(undefined, eventId),
    toBody: toNewAlbum,
  });
  const create = useMutation({
    mutationFn: (body: z.output<typeof newAlbum>) => callApi(catalogueEndpoints.createAlbum, { body }),
    onMutate: () => setFailure(undefined),
    onSuccess: async (album, body) => {
      await queryClient.invalidateQueries({ queryKey: ['staff'] });
      toast(`Album created: ${album.team_name}`);
      onCreated({ id: album.id, eventId: body.events[0] ?? 0 });
    },
    onError: (error) => setFailure(showServerProblems(form, error)),
  });
  const identifier = defaultIdentifier(form.watch());
  const { errors } = form.formState;
  return (
    <FormSheet
      title="New album"
      description="One performance by one team. Import a running order to create many at once."
      submitLabel="Create album"
      isBusy={create.isPending}
      failure={failure}
      onSubmit={form.handleSubmit((body) => create.mutate(body))}
      onClose={onClose}
    >
      <SelectField
        {...form.register('event')}
        label="Event"
        error={'events' in errors ? 'Choose the event' : undefined}
      >
        <option value="">Choose an event</option>
        {events
          .filter(({ archived }) => !archived)
          .map((event) => (
            <option key={event.id} value={event.id}>
              {event.start_date} {event.brand_name} {event.name}
            </option>
          ))}
      </SelectField>
      <AlbumFields form={form} />
      <TextField
        {...form.register('identifier')}
        label="Identifier"
        optional
        placeholder={identifier}
        hint="Used in other systems. If empty, it is made from the event and the order."
        error={errors.identifier?.message}
      />
    </FormSheet>
  );
}
