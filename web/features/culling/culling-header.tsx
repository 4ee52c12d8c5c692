import { ChevronLeft, ChevronRight, History, Undo2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { ButtonKey, KeysSheet } from '#web/components/keys-sheet.tsx';
import { countOf } from '#web/lib/formats.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { eventPlaceSearch, searchFor } from '#web/lib/search-params.ts';
import { CULLING_HINTS, type CullKey } from './culling-keys.ts';
import { RecentActions } from './recent-actions.tsx';
import { type CullFilter, countDecisions } from './stacks.ts';
import type { CullingAlbum, useCull } from './use-cull.ts';

type CullingHeaderProps = {
  album: CullingAlbum;
  eventName: string | undefined;
  culling: ReturnType<typeof useCull>;
  filter: CullFilter;
  onFilter: (filter: CullFilter) => void;
  onKey: (key: CullKey) => void;
  children: ReactNode;
};

export function CullingHeader(props: CullingHeaderProps) {
  const { album, eventName, culling, filter, onFilter, onKey, children } = props;
  const { id, event, title, performance_order, previous, next } = album.album;
  const [isRecentOpen, setIsRecentOpen] = useState(false);
  const { kept, rejected, left } = countDecisions(culling.photos);
  const turning = culling.photos.filter(({ is_turning }) => is_turning).length;
  const counted: [CullFilter, number, string, string][] = [
    ['kept', kept, 'keep', 'text-ok'],
    ['rejected', rejected, 'reject', 'text-bad'],
    ['left', left, 'left', 'text-ink'],
  ];
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-b bg-sunk px-2 py-1.5 desk:flex-nowrap desk:px-3">
      <Link
        to={paths.adminEvent(event)}
        search={searchFor(eventPlaceSearch, { album: id })}
        aria-label="Back to the album"
        className={buttonStyle('ghost', 'icon')}
      >
        <X size={20} />
      </Link>
      <span className="rounded-[8px] bg-white px-2 font-num text-22 leading-9 font-semibold text-[#121217]">
        {performance_order}
      </span>
      <div className="grid min-w-0 flex-1 desk:max-w-[320px] desk:flex-none">
        <h1 tabIndex={-1} className="truncate text-15 leading-5 font-bold outline-none">
          {title}
        </h1>
        <p className="truncate text-12 leading-4 text-ink-2">{eventName}</p>
      </div>
      <span className="order-2 flex desk:order-none">
        <Button
          kind="ghost"
          size="icon"
          aria-label="Previous album ([)"
          disabled={previous === null}
          onClick={() => onKey('previous')}
        >
          <ChevronLeft size={20} />
        </Button>
        <Button
          kind="ghost"
          size="icon"
          aria-label="Next album (])"
          disabled={next === null}
          onClick={() => onKey('next')}
        >
          <ChevronRight size={20} />
        </Button>
      </span>
      {/* On a phone the counts get a line of their own. */}
      <span aria-hidden className="order-1 basis-full desk:hidden" />
      <div
        role="status"
        aria-label="Decisions"
        className="order-2 flex flex-1 items-center gap-1 text-13 text-ink-2 tabular-nums desk:order-none desk:justify-center"
      >
        {counted.map(([show, count, word, color]) => (
          <button
            key={show}
            type="button"
            aria-pressed={filter === show}
            title={filter === show ? 'Show all photos' : 'Show only these'}
            onClick={() => onFilter(filter === show ? 'all' : show)}
            className={`flex h-11 items-baseline gap-1.5 rounded-full px-2 pt-2.5 hover:bg-raised aria-pressed:bg-raised aria-pressed:text-ink desk:h-9 desk:px-2.5 desk:pt-1.5 ${show === 'left' && left === 0 && filter !== 'left' ? 'not-desk:hidden' : ''}`}
          >
            <b className={`font-num text-22 leading-none font-semibold ${color}`}>{count}</b> {word}
          </button>
        ))}
        <span aria-hidden className="flex h-1.5 w-44 overflow-hidden rounded-full bg-line not-desk:hidden">
          <i className="bg-ok" style={{ width: `${(100 * kept) / (culling.photos.length || 1)}%` }} />
          <i className="bg-bad" style={{ width: `${(100 * rejected) / (culling.photos.length || 1)}%` }} />
        </span>
        {turning > 0 && <span className="px-2">turning {turning}</span>}
        {culling.isRetrying && (
          <span className="px-2 font-semibold text-warn">
            Can’t reach the site. {countOf(culling.waiting, 'decision')} not saved yet, trying again…
          </span>
        )}
      </div>
      <KeysSheet hints={CULLING_HINTS} />
      <Button kind="ghost" size="icon" aria-label="Recent actions" onClick={() => setIsRecentOpen(true)}>
        <History size={18} />
      </Button>
      <Button kind="ghost" size="small" icon={Undo2} onClick={() => onKey('undo')}>
        <span className="not-desk:sr-only">Undo</span>
        <ButtonKey name="U" />
      </Button>
      {/* On a phone it takes the place of the photos that are left. */}
      <span className={`order-2 ml-1 desk:order-none ${left > 0 ? 'not-desk:hidden' : ''}`}>{children}</span>
      {isRecentOpen && (
        <RecentActions
          albumId={id}
          isBusy={culling.waiting > 0}
          onUndo={(key) => culling.undoKey(key)}
          onClose={() => setIsRecentOpen(false)}
        />
      )}
    </header>
  );
}
