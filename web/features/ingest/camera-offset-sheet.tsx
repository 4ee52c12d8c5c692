import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { type Camera, cameraOffset, ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { useContractForm } from '#web/lib/use-contract-form.ts';
import { offsetInWords, toOffsetSeconds, toOffsetValues } from './camera-offset.ts';

const schema = cameraOffset;

type CameraOffsetSheetProps = { eventId: number; camera: Camera; onClose: () => void };

export function CameraOffsetSheet({ eventId, camera, onClose }: CameraOffsetSheetProps) {
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const form = useContractForm({
    schema,
    defaultValues: toOffsetValues(camera.offset_seconds),
    toBody: (values) => ({ offset_seconds: toOffsetSeconds(values) }),
  });
  const save = useMutation({
    mutationFn: (body: z.output<typeof schema>) =>
      callApi(ingestEndpoints.setCameraOffset, { params: { id: eventId, serial: camera.serial }, body }),
    onSuccess: () => {
      toast('Clock corrected. Its photos are being filed again.');
      onClose();
    },
    onError: (error) => setFailure(messageOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['staff'] }),
  });
  const offset = toOffsetSeconds(form.watch());
  return (
    <FormSheet
      title={`Clock of ${camera.serial}`}
      description="How far the camera's clock is off. All its photos are filed again."
      submitLabel="Correct the clock"
      isBusy={save.isPending}
      failure={failure}
      onSubmit={form.handleSubmit((body) => save.mutate(body))}
      onClose={onClose}
    >
      <div className="grid grid-cols-3 gap-3">
        <TextField {...form.register('hours')} label="Hours" inputMode="numeric" />
        <TextField {...form.register('minutes')} label="Minutes" inputMode="numeric" />
        <TextField {...form.register('seconds')} label="Seconds" inputMode="numeric" />
      </div>
      <SelectField {...form.register('direction')} label="The camera's clock is">
        <option value="behind">behind: it shows an earlier time</option>
        <option value="ahead">ahead: it shows a later time</option>
      </SelectField>
      <p role="status" className="text-15 font-semibold">
        {Number.isNaN(offset) ? 'Enter whole numbers' : offsetInWords(offset)}
      </p>
    </FormSheet>
  );
}
