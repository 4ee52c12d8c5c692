import type { UseMutationResult } from '@tanstack/react-query';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { isApiError } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/formats.ts';

export const isFewPhotos = (error: unknown) => isApiError(error, 'few_photos');

type FewPhotosDialogProps<Change> = {
  change: Pick<UseMutationResult<unknown, Error, Change>, 'error' | 'isPending' | 'reset' | 'variables'> & {
    mutate: (change: Change & { few_photos_ok: true }, options: { onSuccess?: () => void }) => void;
  };
  onSuccess?: () => void;
};

/** Asks before an album with very few photos is sold at the full price. */
export function FewPhotosDialog<Change>({ change, onSuccess }: FewPhotosDialogProps<Change>) {
  const { error, variables } = change;
  if (!isApiError(error, 'few_photos') || variables === undefined) return null;
  const { albums, fewest } = { albums: 1, fewest: 0, ...(error.details as object) };
  const what = `${countOf(albums, 'album')} ${albums === 1 ? 'has' : 'have'}`;
  return (
    <ConfirmDialog
      title="Sell with very few photos?"
      sentence={`${what} fewer than ${countOf(fewest, 'photo')}. Customers pay the full price of an album. Publish anyway?`}
      confirmLabel="Publish anyway"
      isBusy={change.isPending}
      onConfirm={() => change.mutate({ ...variables, few_photos_ok: true }, { onSuccess })}
      onCancel={change.reset}
    />
  );
}
