import { ArrowLeft } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import type { AlbumOnly, Event } from '#contract/entities/album.ts';
import { formatPerformanceDay, teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, useRouter } from '#web/lib/navigation.tsx';
import { buttonStyle } from './button.tsx';
import { BugButton, HelpButton } from './help-button.tsx';
import { OrderTile } from './order-tile.tsx';

type ViewerBarProps = {
  /** The link to use when there is no history to go back to. */
  back: { to: string; label: string };
  album?: AlbumOnly;
  event?: Event;
  /** True when the page shows the title elsewhere. */
  isTitleHidden?: boolean;
  tabs?: ReactNode;
  share?: ReactNode;
};

export function ViewerBar({ back, album, event, isTitleHidden, tabs, share }: ViewerBarProps) {
  return (
    <header className="sticky top-(--viewer-top,0px) z-20 border-line border-b bg-bg/86 backdrop-blur-lg">
      <div className="flex h-[60px] items-center gap-1 px-2 desk:grid desk:h-[76px] desk:grid-cols-[1fr_auto_1fr] desk:gap-6 desk:px-6">
        <div className="flex min-w-0 flex-1 items-center gap-1 desk:gap-2">
          <BackLink {...back} />
          {album && event && !isTitleHidden && <Title album={album} event={event} />}
        </div>
        <div className="max-desk:hidden">{tabs}</div>
        <div className="flex justify-end">
          {share}
          <BugButton />
          <HelpButton />
        </div>
      </div>
      {tabs && <div className="relative overflow-x-auto px-3 pb-2.5 desk:hidden">{tabs}</div>}
    </header>
  );
}

/** Goes back in history to keep filters and scroll position, if there is a history. */
function BackLink({ to, label }: ViewerBarProps['back']) {
  const { history } = useRouter();
  const goBack = (event: MouseEvent) => {
    const isFirst = !history.canGoBack() || history.location.state.isCovered;
    if (event.metaKey || event.ctrlKey || event.shiftKey || isFirst) return;
    event.preventDefault();
    history.back();
  };
  return (
    <Link to={to} aria-label={label} onClick={goBack} className={buttonStyle('ghost', 'icon')}>
      <ArrowLeft size={22} strokeWidth={1.8} />
    </Link>
  );
}

function Title({ album, event }: { album: AlbumOnly; event: Event }) {
  return (
    <>
      <span className="hidden desk:block">
        <OrderTile order={album.performance_order} />
      </span>
      <div className="min-w-0 pl-1 leading-tight desk:pl-2">
        <h1 tabIndex={-1} className="truncate text-16 font-[750] tracking-[-0.02em] desk:text-22">
          <span className="sr-only">
            {i18n.t('Performance {number}', { number: album.performance_order })},{' '}
          </span>
          {teamName(album)}
        </h1>
        <p className="truncate text-13 text-ink-2 tabular-nums desk:text-14">
          {album.division_name && `${album.division_name}, `}
          {formatPerformanceDay(album, event)}
        </p>
      </div>
    </>
  );
}

/** The whole site is dark while this is on the page (see tokens.css). */
export function Fullscreen({ children }: { children: ReactNode }) {
  return (
    <div data-fullscreen className="min-h-dvh bg-bg text-ink">
      {children}
    </div>
  );
}
