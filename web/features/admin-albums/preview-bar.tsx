import { X } from 'lucide-react';
import { Link, paths } from '#web/lib/navigation.tsx';
import { albumPlaceSearch, searchFor, useSearchState, viewerSearch } from '#web/lib/search-params.ts';

const STATES = { door: 'Before opening', photos: 'Photos', out: 'Out of views' } as const;
type PreviewState = keyof typeof STATES;

export function usePreviewState() {
  const { search, change } = useSearchState(viewerSearch);
  const state: PreviewState = search.state === 'door' || search.state === 'out' ? search.state : 'photos';
  return {
    state,
    show: (next: PreviewState) =>
      void change({ state: next === 'photos' ? undefined : next, photo: undefined }),
  };
}

type PreviewBarProps = { albumId: number; isPublished: boolean | undefined };

export function PreviewBar({ albumId, isPublished }: PreviewBarProps) {
  const { state, show } = usePreviewState();
  return (
    <section
      aria-label="Preview"
      className="sticky top-0 z-30 grid h-(--viewer-top) grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-4 bg-ink px-3 text-13 leading-tight font-semibold text-bg desk:flex desk:px-6"
    >
      <p className="min-w-0 desk:flex-1">
        This is what a customer sees. It doesn’t use a view.
        {isPublished === false && ' Not published yet, so customers cannot find it.'}
      </p>
      <fieldset className="flex max-desk:order-last max-desk:col-span-2">
        <legend className="sr-only">What the customer sees</legend>
        {(Object.keys(STATES) as PreviewState[]).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === state}
            onClick={() => show(name)}
            className="h-9 rounded-full px-3 whitespace-nowrap aria-pressed:bg-bg aria-pressed:text-ink"
          >
            {STATES[name]}
          </button>
        ))}
      </fieldset>
      <Link
        to={paths.adminAlbums}
        search={searchFor(albumPlaceSearch, { album: albumId })}
        className="inline-flex h-9 items-center gap-1.5 rounded-full px-3 hover:bg-bg/10"
      >
        <X size={16} strokeWidth={2.4} />
        Close
      </Link>
    </section>
  );
}
