import { ArrowUpDown } from 'lucide-react';
import { type AlbumSort, DEFAULT_ALBUM_SORT } from '#contract/entities/admin-album.ts';
import { SORT_WORDS } from './album-sorts.ts';
import { CHIP, CHIP_SELECT } from './chip-style.ts';

type SortChoiceProps = { sort: AlbumSort; onSort: (sort: AlbumSort) => void };

/** On a phone, where the table has no heads to press. */
export function SortChoice({ sort, onSort }: SortChoiceProps) {
  return (
    <label className={`${CHIP} desk:hidden`}>
      <ArrowUpDown aria-hidden size={15} />
      {sort === DEFAULT_ALBUM_SORT ? 'Sort' : SORT_WORDS[sort]}
      <select
        aria-label="Sort"
        value={sort}
        onChange={({ target }) => onSort(target.value as AlbumSort)}
        className={CHIP_SELECT}
      >
        {(Object.keys(SORT_WORDS) as AlbumSort[]).map((one) => (
          <option key={one} value={one}>
            {SORT_WORDS[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
