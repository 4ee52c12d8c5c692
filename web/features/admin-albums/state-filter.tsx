import { ALBUM_STATES, type AlbumState } from '#contract/entities/admin-album.ts';
import { FilterChip } from './filter-chip.tsx';

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
  return (
    <FilterChip
      label="State"
      chosen={state && STATE_WORDS[state]}
      prompt="Choose a state"
      onChoose={(chosen) => onChoose(chosen as AlbumState)}
      onRemove={() => onChoose(undefined)}
    >
      {ALBUM_STATES.map((one) => (
        <option key={one} value={one}>
          {STATE_WORDS[one]}
        </option>
      ))}
    </FilterChip>
  );
}
