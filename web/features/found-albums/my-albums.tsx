import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import type { AlbumOnly, UserFoundAlbum } from '#contract/entities/album.ts';
import { eventLine } from '#contract/rules/sentences.ts';
import { noAlbums } from '#web/components/album-list-messages.ts';
import { Button } from '#web/components/button.tsx';
import { OrderTile } from '#web/components/order-tile.tsx';
import { blurBehind, Photo } from '#web/components/photo.tsx';
import { Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths, useRouter } from '#web/lib/navigation.tsx';
import { useUser } from '#web/lib/session.ts';
import { wantAlbum } from '#web/lib/wanted-album.ts';
import { findNewest, newMark } from './album-list.ts';
import { AlbumListLoading, AlbumListScreen, type MyAlbumList, type NoteOf } from './album-list-screen.tsx';

type MyAlbumsProps = {
  list: MyAlbumList;
  panel: ReactNode;
  noteOf?: NoteOf;
  /** Selects the photos that may be shown large: those of the customer's teams and athletes. */
  isForHero: (album: AlbumOnly) => boolean;
  heroOf?: (albumId: number) => HeroParts;
  elsewhere: (text: string) => ReactNode;
  /** Ways on for someone who has no albums yet. */
  welcome: ReactNode;
};

export function MyAlbums({ list, panel, noteOf, isForHero, heroOf, elsewhere, welcome }: MyAlbumsProps) {
  const newest = findNewest(list.albums.filter(({ album }) => isForHero(album)));
  // The newest album comes first; the list below it follows in small steps.
  const isListLoading = useDeferredValue(list.isLoading);
  return (
    <>
      {list.isLoading && (
        <Skeleton label={i18n.t('Loading albums')} className="h-[400px] rounded-sheet! desk:h-[380px]" />
      )}
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
        {noAlbums()}
      </p>
      {onRetry ? (
        <Button kind="ghost" onClick={onRetry}>
          {i18n.t('Try again')}
        </Button>
      ) : (
        <p className="max-w-[46ch] text-ink-2">
          {i18n.t(
            'Type your team’s name above and save it. Its photos will show up here as soon as they’re online.',
          )}
        </p>
      )}
    </section>
  );
}

type HeroParts = { line?: ReactNode; action?: ReactNode };

/** On a desk the photos share 70 % of the hero; on a phone the first one fills it. */
const MAIN_FRAME = { phone: '(100vw - 32px)', desk: 'min(400px, 28vw)', ratio: 0.9 };
const SIDE_FRAME = { phone: '1px', desk: 'min(270px, 19vw)', ratio: 0.7 };

type NewestAlbumProps = HeroParts & { found: UserFoundAlbum };

/** The badge, the number and the title stand below each other, so that a long title makes the picture taller. */
function NewestAlbum({ found, line, action }: NewestAlbumProps) {
  const { album, event } = found;
  const mark = newMark(found);
  return (
    <section
      aria-labelledby="newest-album"
      className="relative isolate flex min-h-[400px] flex-col justify-between gap-16 overflow-hidden rounded-sheet bg-stage p-4 pb-5 text-white desk:min-h-[380px] desk:gap-12 desk:px-10 desk:py-9"
    >
      <span
        aria-hidden
        className="absolute inset-[-10%] -z-30 bg-cover bg-center opacity-70"
        ref={blurBehind(album.cover[0]?.placeholder ?? null)}
      />
      <span
        aria-hidden
        className="absolute inset-0 -z-20 flex gap-[3px] desk:left-[30%] desk:[mask-image:linear-gradient(90deg,transparent,#000_34%)]"
      >
        {album.cover.map((image, index) => (
          <Photo
            key={image.id}
            albumUuid={album.uuid}
            image={image}
            token={album.cover_auth}
            frame={index === 0 ? MAIN_FRAME : SIDE_FRAME}
            isEager
            className={index === 0 ? 'flex-1 desk:flex-[1.5]' : 'hidden flex-1 desk:block'}
          />
        ))}
      </span>
      <span
        aria-hidden
        className="absolute inset-0 -z-10 bg-[linear-gradient(180deg,rgb(6_10_24/.18)_0,rgb(6_10_24/0)_28%,rgb(6_10_24/.6)_60%,rgb(6_10_24/.94)_100%)] desk:bg-[linear-gradient(90deg,rgb(6_10_24/.86)_0,rgb(6_10_24/.72)_34%,rgb(6_10_24/.2)_58%,rgb(6_10_24/0)_72%)]"
      />
      <div className="flex items-start justify-between gap-4">
        <span className="desk:origin-top-left desk:scale-[1.35]">
          <OrderTile order={album.performance_order} />
        </span>
        {mark && (
          <p className="rounded-full bg-[rgb(8_10_22/.7)] px-3 py-1.5 text-13 font-bold backdrop-blur-sm">
            {mark}
          </p>
        )}
      </div>
      <div className="grid w-full justify-items-start gap-4 desk:max-w-[580px] desk:gap-5">
        <div className="grid gap-2">
          <h2
            id="newest-album"
            className="text-[clamp(1.75rem,7vw,3.25rem)] leading-none font-extrabold tracking-[-0.035em] text-balance"
          >
            {teamName(album)}
          </h2>
          <p className="max-w-[52ch] text-15 wrap-anywhere text-white/82">
            {album.division_name && `${album.division_name}. `}
            {eventLine(event)}
          </p>
          {line}
        </div>
        <div className="flex flex-wrap gap-2">
          <Link
            to={paths.eventAlbum(event.id, album.id)}
            onClick={() => wantAlbum(album.id)}
            className="inline-flex h-11 items-center rounded-full bg-white px-[18px] text-15 font-[650] text-[#121217] transition-transform duration-(--d1) hover:bg-white/90 active:scale-[.98]"
          >
            {i18n.t('View Album')}
          </Link>
          {action}
        </div>
      </div>
    </section>
  );
}

/** The first visit after the photos of a poster's team are up starts at the album. The server answers each one once. */
export function useStartAtAlbum(): void {
  const { awaits_album: awaitsAlbum } = useUser();
  const router = useRouter();
  useEffect(() => {
    if (!awaitsAlbum) return;
    callApi(foundAlbumEndpoints.startAtAlbum).then(
      ({ album }) => {
        if (album === null || router.state.location.pathname !== paths.home) return;
        void router.navigate({ to: paths.userAlbum(album), replace: true });
      },
      // Home works without it, and the next visit asks again.
      () => undefined,
    );
  }, [awaitsAlbum, router]);
}
