import { Tabs } from '@base-ui/react/tabs';
import { type ReactNode, useState } from 'react';
import { purchasesSearch, useSearchState } from '#web/lib/search-params.ts';
import { showTab } from '#web/lib/show-tab.ts';

type PageTab = { name: string; label: string; count?: number; content: ReactNode };

type PageTabsProps = {
  label: string;
  tabs: readonly PageTab[];
  /** The tab that opens without a choice in the address. */
  first?: string;
};

/** The open tab is in the address (?tab=). */
export function PageTabs({ label, tabs, first }: PageTabsProps) {
  const { search, change } = useSearchState(purchasesSearch);
  // Something that arrives later, such as a found album, must not move the person to another tab.
  const [opening] = useState(first);
  const open =
    tabs.find(({ name }) => name === search.tab) ?? tabs.find(({ name }) => name === opening) ?? tabs[0];
  const show = (name: string) =>
    void change({
      tab: name,
      q: undefined,
      page: undefined,
      album: undefined,
    });
  return (
    <Tabs.Root
      value={open?.name}
      onValueChange={(name) => show(String(name))}
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
    >
      <div className="-mx-4 overflow-x-auto px-4 desk:mx-0 desk:px-0">
        <Tabs.List aria-label={label} className="flex gap-6 border-line border-b">
          {tabs.map(({ name, label: tabLabel, count }) => (
            <Tabs.Tab
              key={name}
              value={name}
              ref={name === open?.name ? showTab : undefined}
              className="-mb-px flex h-12 flex-none items-center gap-2 border-transparent border-b-2 text-16 font-[650] text-ink-2 hover:text-ink aria-selected:border-ink aria-selected:text-ink"
            >
              {tabLabel}
              {count !== undefined && (
                <span className="text-14 font-semibold text-ink-3 tabular-nums">{count}</span>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      {tabs.map(({ name, label: title, content }) => (
        <Tabs.Panel key={name} value={name} className="rounded-card outline-offset-8">
          <h2 className="sr-only">{title}</h2>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
