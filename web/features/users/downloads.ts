// The downloads of a user as a list: in what order, and what a spreadsheet gets.

import type { AlbumDownload } from '#contract/endpoints/downloads.ts';
import { teamLine } from '#contract/rules/title-lines.ts';
import { csvText } from '#web/lib/csv.ts';
import type { Columns, Sort } from '#web/lib/list-sort.ts';

type Column = 'bought' | 'used' | 'team';

export const COLUMNS: Columns<AlbumDownload, Column> = {
  bought: { label: 'Bought', of: ({ bought_at }) => Date.parse(bought_at), beginsDown: true },
  used: { label: 'Downloads', of: ({ downloads_used }) => downloads_used, beginsDown: true },
  team: { label: 'Team', of: ({ album }) => teamLine(album) },
};
export const NEWEST: Sort<Column> = { column: 'bought', isDown: true };

export const SORT_WORDS = {
  '-bought': 'Newest first',
  bought: 'Oldest first',
  '-used': 'Most downloads first',
  used: 'Fewest downloads first',
  team: 'Team, A to Z',
  '-team': 'Team, Z to A',
} as const;

const HEADS = ['album', 'team', 'bought', 'downloads', 'of', 'suspended'];

export function toDownloadsCsv(downloads: readonly AlbumDownload[]): string {
  return csvText(
    HEADS,
    downloads.map(({ album, bought_at, downloads_used, downloads_max, is_suspended }) => [
      album.id,
      teamLine(album),
      bought_at,
      downloads_used,
      downloads_max,
      is_suspended ? 'yes' : 'no',
    ]),
  );
}
