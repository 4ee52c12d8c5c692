import { EVENT_SECTIONS, type EventSection, paths } from './navigation.tsx';
import { albumPlaceSearch } from './search-params.ts';

const OLD_NAMES: Record<string, EventSection> = { order: 'running-order' };

/** Returns the page that `/admin/albums?event=4&view=upload` of older releases means. */
export function findEventPage(search: Record<string, unknown>): string | undefined {
  const { event, view = '', ...rest } = albumPlaceSearch.parse(search);
  if (view === 'events') return paths.adminEvents;
  if (event === undefined) return undefined;
  const section = EVENT_SECTIONS.find((name) => name === (OLD_NAMES[view] ?? view));
  const { event: _event, view: _view, ...others } = search;
  const set = Object.entries({ ...others, ...rest }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return paths.adminEvent(event, section) + (query && `?${query}`);
}
