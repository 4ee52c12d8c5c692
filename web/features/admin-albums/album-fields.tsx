import type { UseFormReturn } from 'react-hook-form';
import { TextField } from '#web/components/text-field.tsx';
import type { AlbumValues } from './album-values.ts';

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
