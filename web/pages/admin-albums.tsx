import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Button } from '#web/components/button.tsx';
import { ListHeading } from '#web/components/list/staff-list.tsx';
import { AlbumBrowser } from '#web/features/admin-albums/album-browser.tsx';
import { AlbumPanelPartsContext } from '#web/features/admin-albums/album-panel-parts.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { addSearch, useSearchState } from '#web/lib/search-params.ts';
import { staffEventsQuery } from '#web/lib/staff.query.ts';
import { albumPanelParts } from './album-panel-parts.tsx';

const NewAlbumSheet = lazyPart(() => import('#web/features/admin-albums/album-fields.tsx'), 'NewAlbumSheet');

/** The albums of all events. */
export function AdminAlbumsPage() {
  const { search, change } = useSearchState(addSearch);
  const isAdding = search.add === 'true';
  const setIsAdding = (isOpen: boolean) => void change({ add: isOpen ? 'true' : undefined });
  const { data: events = [] } = useQuery({ ...staffEventsQuery, enabled: isAdding });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] desk:h-[calc(100dvh-var(--header-height)-1px)]">
      <AlbumPanelPartsContext value={albumPanelParts}>
        <ListHeading title="Albums">
          <Button icon={Plus} size="small" className="ml-auto" onClick={() => setIsAdding(true)}>
            New album
          </Button>
        </ListHeading>
        <AlbumBrowser eventId={undefined} />
        {isAdding && <NewAlbumSheet events={events} eventId={undefined} onClose={() => setIsAdding(false)} />}
      </AlbumPanelPartsContext>
    </div>
  );
}
