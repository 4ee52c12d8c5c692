import { type ReactNode, useDeferredValue } from 'react';
import { NO_ALBUMS } from '#web/components/album-list-messages.ts';
import { Button } from '#web/components/button.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { findNewest } from './album-list.ts';
import { AlbumListLoading } from './album-list-loading.tsx';
import { AlbumListScreen, type NoteOf } from './album-list-screen.tsx';
import { type HeroParts, NewestAlbum } from './newest-album.tsx';
import type { MyAlbumList } from './use-my-album-list.ts';

type MyAlbumsProps = {
  list: MyAlbumList;
  panel: ReactNode;
  noteOf?: NoteOf;
  heroOf?: (albumId: number) => HeroParts;
  elsewhere: (text: string) => ReactNode;
  /** Ways on for someone who has no albums yet. */
  welcome: ReactNode;
};

export function MyAlbums({ list, panel, noteOf, heroOf, elsewhere, welcome }: MyAlbumsProps) {
  const newest = findNewest(list.albums);
  // The newest album comes first; the list below it follows in small steps.
  const isListLoading = useDeferredValue(list.isLoading);
  return (
    <>
      {list.isLoading && <Skeleton label="Loading" className="h-[400px] rounded-sheet! desk:h-[380px]" />}
      {newest && <NewestAlbum found={newest} {...heroOf?.(newest.album.id)} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 desk:grid-cols-[minmax(0,1fr)_304px] desk:gap-x-12">
        <div className="min-w-0 desk:order-last desk:sticky desk:top-[88px] desk:self-start">{panel}</div>
        {isListLoading ? (
          <AlbumListLoading />
        ) : (
          <AlbumListScreen
            albums={list.albums}
            noteOf={noteOf}
            elsewhere={elsewhere}
            empty={
              <>
                <NoAlbums onRetry={list.hasFailed ? list.reload : undefined} />
                {welcome}
              </>
            }
          />
        )}
      </div>
    </>
  );
}

/** The sentence is the same whether there are no albums or loading failed; a failure adds a retry button. */
function NoAlbums({ onRetry }: { onRetry?: () => void }) {
  return (
    <section className="grid content-start justify-items-center gap-4 rounded-sheet bg-sunk px-6 py-8 text-center">
      <p role="status" className="text-18 font-bold tracking-[-0.02em] text-balance">
        {NO_ALBUMS}
      </p>
      {onRetry ? (
        <Button kind="ghost" onClick={onRetry}>
          Try again
        </Button>
      ) : (
        <p className="max-w-[46ch] text-ink-2">
          Type your team or event in the field above and save your team. Its albums appear here as soon as the
          photos are online.
        </p>
      )}
    </section>
  );
}
