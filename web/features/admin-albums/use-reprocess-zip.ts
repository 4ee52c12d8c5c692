import { useMutation, useQueryClient } from '@tanstack/react-query';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { historyList } from '#contract/lists/history.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { listKey } from '#web/lib/staff-list-key.ts';
import { toast } from '#web/lib/toast.ts';
import { albumZipQuery } from './album-panel.query.ts';

export function useReprocessZip(albumId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(downloadEndpoints.reprocessAlbumZip, { body: { albumId } }),
    onSuccess: () => toast('Rebuilding the zip'),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () =>
      Promise.all(
        [albumZipQuery(albumId).queryKey, listKey(historyList)].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
