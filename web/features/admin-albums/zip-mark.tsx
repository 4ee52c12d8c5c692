import type { ListedAlbum } from '#contract/entities/admin-album.ts';
import { ZIP_NAMES } from '#contract/lists/albums.ts';

/** Shapes tell the states apart without color. */
const MARKS: Record<ListedAlbum['zip'], string> = {
  no_photos: 'rounded-full border-2 border-line',
  not_prepared: 'rounded-full border-2 border-edge',
  working: 'rounded-full border-2 border-warn',
  ready: 'rounded-full bg-ok',
  failed: 'rounded-[2px] bg-bad',
};

export function ZipMark({ zip }: { zip: ListedAlbum['zip'] }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 font-semibold whitespace-nowrap ${zip === 'failed' ? 'text-bad' : 'text-ink-2'}`}
    >
      <i aria-hidden className={`size-2 flex-none ${MARKS[zip]}`} />
      {ZIP_NAMES[zip]}
    </span>
  );
}
