import { useState } from 'react';
import { toast } from 'sonner';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import type { AdminAlbum } from './admin-albums.types.ts';
import { AlbumFields } from './album-fields.tsx';
import { albumEdit, toAlbumEdit, toAlbumValues } from './album-values.ts';
import { useChangeAlbum } from './use-change-album.ts';

const FORM_ID = 'edit-album';

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
    <Sheet
      title="Edit album"
      description="Customers see these names; saved team searches match them."
      onClose={onClose}
      footer={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID} isBusy={change.isPending}>
            Save album
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate className="grid gap-4 pb-2" onSubmit={save}>
        {failure && <Notice tone="bad">{failure}</Notice>}
        <AlbumFields form={form} />
      </form>
    </Sheet>
  );
}
