import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { catalogueEndpoints, newAlbum } from '#contract/endpoints/catalogue.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { AlbumFields } from './album-fields.tsx';
import { defaultIdentifier, toAlbumValues, toNewAlbum } from './album-values.ts';

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
