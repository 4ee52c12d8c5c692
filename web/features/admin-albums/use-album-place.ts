import { albumPlaceSearch, type WorkspaceView } from '#web/lib/search-params.ts';
import { useSearchState } from '#web/lib/use-search-state.ts';

/** Which event, view and album are open. */
export function useAlbumPlace() {
  const { search, change } = useSearchState(albumPlaceSearch);
  const isOfEvent = search.event !== undefined;
  const fits = (view: WorkspaceView) => (view === 'events') !== isOfEvent;
  const view: WorkspaceView = search.view && fits(search.view) ? search.view : 'albums';
  return { place: { ...search, view }, change };
}
