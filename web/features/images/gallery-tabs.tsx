import { Heart, ScanFace } from 'lucide-react';

type GalleryTab = { name: string; label: string; count: number };

type GalleryTabsProps = {
  tabs: readonly GalleryTab[];
  shown: string;
  onChange: (name: string) => void;
};

export function GalleryTabs({ tabs, shown, onChange }: GalleryTabsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form
    <div role="group" aria-label="Show" className="flex gap-1.5">
      {tabs.map(({ name, label, count }) => (
        <button
          key={name}
          type="button"
          aria-pressed={shown === name}
          onClick={() => onChange(name)}
          className="group inline-flex h-10 flex-none items-center gap-[7px] rounded-full bg-surface px-3.5 text-14 font-[650] text-ink-2 aria-pressed:bg-ink aria-pressed:text-bg"
        >
          <TabIcon name={name} />
          <span className="max-w-[12ch] truncate">{label}</span>{' '}
          <b className="font-[650] text-ink-3 tabular-nums group-aria-pressed:text-bg/70">{count}</b>
        </button>
      ))}
    </div>
  );
}

function TabIcon({ name }: { name: string }) {
  if (name === 'all') return null;
  const Icon = name === 'favorites' ? Heart : ScanFace;
  return <Icon aria-hidden size={18} strokeWidth={1.8} className="flex-none" />;
}
