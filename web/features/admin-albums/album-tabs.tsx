import { Tabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { eventPlaceSearch } from '#web/lib/search-params.ts';
import { useSearchState } from '#web/lib/use-search-state.ts';

type AlbumTab = { name: string; label: string; content: ReactNode };

/** The open tab is in the address, so that it stays open from album to album. */
export function AlbumTabs({ tabs }: { tabs: readonly AlbumTab[] }) {
  const { search, change } = useSearchState(eventPlaceSearch);
  const open = tabs.find(({ name }) => name === search.panel) ?? tabs[0];
  const show = (name: string) => void change({ panel: name === tabs[0]?.name ? undefined : name });
  return (
    <Tabs.Root value={open?.name} onValueChange={(name) => show(String(name))} className="grid gap-3">
      <Tabs.List aria-label="About this album" className="flex gap-5 border-line border-b">
        {tabs.map(({ name, label }) => (
          <Tabs.Tab
            key={name}
            value={name}
            className="-mb-px flex h-11 items-center border-transparent border-b-2 text-14 font-semibold text-ink-2 hover:text-ink aria-selected:border-ink aria-selected:text-ink desk:h-9"
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name} className="min-w-0 outline-offset-4">
          {content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
