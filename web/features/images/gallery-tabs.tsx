import { Heart } from 'lucide-react';

export type GalleryTab = 'all' | 'favourites';

type GalleryTabsProps = {
  tab: GalleryTab;
  counts: Record<GalleryTab, number>;
  onChange: (tab: GalleryTab) => void;
};

const LABELS: Record<GalleryTab, string> = { all: 'All', favourites: 'Favourites' };
const TABS: GalleryTab[] = ['all', 'favourites'];

/** Which photos are shown; a filter of one list, so a pair of pressed buttons. */
export function GalleryTabs({ tab, counts, onChange }: GalleryTabsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form
    <div role="group" aria-label="Show" className="flex gap-1.5">
      {TABS.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={tab === name}
          onClick={() => onChange(name)}
          className="group inline-flex h-10 flex-none items-center gap-[7px] rounded-full bg-surface px-3.5 text-14 font-[650] text-ink-2 aria-pressed:bg-ink aria-pressed:text-bg"
        >
          {name === 'favourites' && <Heart aria-hidden size={18} strokeWidth={1.8} />}
          {LABELS[name]}{' '}
          <b className="font-[650] text-ink-3 tabular-nums group-aria-pressed:text-bg/70">{counts[name]}</b>
        </button>
      ))}
    </div>
  );
}
