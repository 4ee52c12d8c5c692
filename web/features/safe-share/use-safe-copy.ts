import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type SafeCopy, safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { saveFile } from '#web/lib/files.ts';
import { i18n } from '#web/lib/i18n.ts';
import { toast } from '#web/lib/toast.ts';

const FILE_NAME = 'shared-safely.jpg';

/** Makes the copy on the server, then saves it or hands it to the phone. The same order is made once. */
export function useSafeCopy(imageId: number) {
  const [ready, setReady] = useState<{ key: string; file: File }>();
  const make = async (order: SafeCopy) => {
    const key = JSON.stringify(order);
    if (ready?.key === key) return ready.file;
    const blob = (await callApi(safeShareEndpoints.makeSafeCopy, {
      params: { id: imageId },
      body: order,
    })) as Blob;
    const file = new File([blob], FILE_NAME, { type: 'image/jpeg' });
    setReady({ key, file });
    return file;
  };
  const onError = (error: unknown) => void toast(messageOf(error));
  const save = useMutation({
    mutationFn: make,
    onSuccess: (file) => {
      saveFile(FILE_NAME, file);
      toast(i18n.t('Saved with the covers'));
    },
    onError,
  });
  const share = useMutation({
    mutationFn: async (order: SafeCopy) => shareFile(await make(order)),
    onError,
  });
  return { save, share, isBusy: save.isPending || share.isPending };
}

/** Without a share sheet that takes files, the copy is saved. */
async function shareFile(file: File): Promise<void> {
  if (!navigator.canShare?.({ files: [file] })) return saveFile(FILE_NAME, file);
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    const reason = error instanceof DOMException ? error.name : '';
    if (reason === 'AbortError') return;
    // Making the copy took so long that the browser no longer knows of the tap.
    if (reason === 'NotAllowedError') toast(i18n.t('Your photo is ready. Tap Share again.'));
    else saveFile(FILE_NAME, file);
  }
}
