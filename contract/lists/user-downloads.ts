import type { AlbumDownload } from '../endpoints/downloads.ts';
import { teamLine } from '../rules/title-lines.ts';
import { defineList, searchFilter } from './list.ts';

export const userDownloadList = defineList<AlbumDownload>()({
  name: 'user-downloads',
  noun: 'album',
  prefix: 'download_',
  columns: {
    album: { label: 'Album', value: ({ album }) => album.id },
    team: { label: 'Team', sort: 'asc', value: ({ album }) => teamLine(album) },
    bought_at: { label: 'Bought', sort: 'desc', value: ({ bought_at }) => bought_at },
    downloads: { label: 'Downloads', sort: 'desc', value: ({ downloads_used }) => downloads_used },
    downloads_max: { label: 'Allowed', value: ({ downloads_max }) => downloads_max },
    suspended: { label: 'Suspended', value: ({ is_suspended }) => (is_suspended ? 'yes' : 'no') },
  },
  filters: {
    q: searchFilter({
      label: 'Find downloads',
      placeholder: 'Team',
      of: ({ album }) => teamLine(album),
    }),
  },
  defaultSort: 'bought_at:desc',
  maxSelected: 500,
});
