import { useState } from 'react';
import type { AdminAlbum } from '#contract/entities/admin-album.ts';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { toast } from '#web/lib/toast.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { AlbumFields } from './album-fields.tsx';
import { albumEdit, toAlbumEdit, toAlbumValues } from './album-values.ts';
import { useChangeAlbum } from './use-change-album.ts';

export function AlbumSheet({ album, onClose }: { album: AdminAlbum; onClose: () => void }) {
  const [failure, setFailure] = useState<string>();
  const change = useChangeAlbum(album.id);
  const form = useContractForm({
    schema: albumEdit,
    defaultValues: toAlbumValues(album, undefined),
    toBody: toAlbumEdit,
  });
  const save = form.handleSubmit((body) =>
    change.mutate(body, {
      onSuccess: () => {
        toast('Album saved');
        onClose();
      },
      onError: (error) => setFailure(showServerProblems(form, error)),
    }),
  );
  return (
    <FormSheet
      title="Edit album"
      description="Customers see these names, and saved team searches match them."
      submitLabel="Save album"
      isBusy={change.isPending}
      failure={failure}
      onSubmit={save}
      onClose={onClose}
    >
      <AlbumFields form={form} />
    </FormSheet>
  );
}
