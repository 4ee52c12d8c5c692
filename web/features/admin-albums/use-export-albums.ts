import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { ADMIN_ALBUM_LIST_LIMIT, catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';
import { saveTextFile } from '#web/lib/save-text-file.ts';
import type { StaffEvent } from './admin-albums.types.ts';
import { albumCsv } from './album-csv.ts';
import type { AlbumListing } from './list-place.ts';
import { readAllAlbums } from './read-all-albums.ts';
import { filterQuery } from './staff-catalogue.query.ts';

/** What the filter lets through, sorted as on screen, as a file. */
export function useExportAlbums(events: readonly StaffEvent[]) {
  const [read, setRead] = useState(0);
  const save = useMutation({
    mutationFn: (listing: AlbumListing) =>
      readAllAlbums({
        readPage: (_start, _limit) =>
          callApi(catalogueEndpoints.listAdminAlbums, {
            query: { ...filterQuery(listing), _sort: listing.sort, _start, _limit },
          }),
        countAll: async () =>
          (await callApi(catalogueEndpoints.countAdminAlbums, { query: filterQuery(listing) })).total,
        limit: ADMIN_ALBUM_LIST_LIMIT,
        onProgress: setRead,
      }),
    onSuccess: (albums) =>
      saveTextFile(
        'albums.csv',
        albumCsv(albums, events, (uuid) => `${window.location.origin}${paths.viewAlbum(uuid)}`),
      ),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => setRead(0),
  });
  return { save: save.mutate, isBusy: save.isPending, read };
}
