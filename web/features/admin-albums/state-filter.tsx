import { ChevronDown, X } from 'lucide-react';
import { ALBUM_STATES, type AlbumState } from '#contract/entities/admin-album.ts';
import { CHIP, CHIP_ON, CHIP_SELECT } from './chip-style.ts';

export const STATE_WORDS: Record<AlbumState, string> = {
  published: 'Published',
  draft: 'Not published',
  empty: 'Without photos',
  archived: 'Event archived',
};

type StateFilterProps = {
  state: AlbumState | undefined;
  onChoose: (state: AlbumState | undefined) => void;
};

export function StateFilter({ state, onChoose }: StateFilterProps) {
  if (state) {
    return (
      <button
        type="button"
        onClick={() => onChoose(undefined)}
        aria-label={`${STATE_WORDS[state]}. Remove filter`}
        className={CHIP_ON}
      >
        {STATE_WORDS[state]}
        <X aria-hidden size={15} />
      </button>
    );
  }
  return (
    <label className={CHIP}>
      State
      <ChevronDown aria-hidden size={15} />
      <select
        aria-label="State"
        value=""
        onChange={({ target }) => onChoose(target.value as AlbumState)}
        className={CHIP_SELECT}
      >
        <option value="" disabled>
          Choose a state
        </option>
        {ALBUM_STATES.map((one) => (
          <option key={one} value={one}>
            {STATE_WORDS[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
