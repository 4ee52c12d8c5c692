import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { isApiError } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/formats.ts';

export const isFewPhotos = (error: unknown) => isApiError(error, 'few_photos');

type FewPhotosDialogProps = {
  error: unknown;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before an album with very few photos is sold at the full price. */
export function FewPhotosDialog({ error, isBusy, onConfirm, onCancel }: FewPhotosDialogProps) {
  if (!isApiError(error, 'few_photos')) return null;
  const { albums, fewest } = { albums: 1, fewest: 0, ...(error.details as object) };
  const what = `${countOf(albums, 'album')} ${albums === 1 ? 'has' : 'have'}`;
  return (
    <ConfirmDialog
      title="Sell with very few photos?"
      sentence={`${what} fewer than ${countOf(fewest, 'photo')}. Customers pay the full price of an album. Publish anyway?`}
      confirmLabel="Publish anyway"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
