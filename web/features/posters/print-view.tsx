import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { Button } from '#web/components/button.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Notice } from '#web/components/notice.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { useSiteName } from '#web/lib/site.query.ts';
import { EventPoster } from './event-poster.tsx';
import { type PosterCodes, posterCodesQuery } from './poster-codes.query.ts';
import { RinkSlide } from './rink-slide.tsx';
import { TeamCards } from './team-cards.tsx';

const PRINT_KINDS = { poster: 'Poster', cards: 'Team cards', slide: 'Rink-side slide' } as const;
type PrintKind = keyof typeof PRINT_KINDS;

const ABOUT: Record<PrintKind, string> = {
  poster: 'One page for doors and walls. Parents scan it and pick their team.',
  cards: 'Eight cards on a page. Cut them and hand each team its own.',
  slide: 'One wide page for screens beside the floor. Print it to a PDF and show that.',
};

type PrintViewProps = {
  event: { id: number; archived: boolean };
  kind: PrintKind;
  onKind: (kind: PrintKind) => void;
};

/** Everything that leads people at the venue to their team's photos. Only the sheet itself is printed. */
export function PrintView({ event, kind, onKind }: PrintViewProps) {
  const siteName = useSiteName();
  const codes = useQuery(posterCodesQuery(event.id));
  return (
    <div className="mx-auto grid w-full max-w-[1160px] grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 desk:p-6">
      <div className="flex flex-wrap items-center gap-2">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">What to print</legend>
          {(Object.keys(PRINT_KINDS) as PrintKind[]).map((one) => (
            <Button
              key={one}
              kind={one === kind ? 'ink' : 'line'}
              size="small"
              aria-pressed={one === kind}
              onClick={() => onKind(one)}
            >
              {PRINT_KINDS[one]}
            </Button>
          ))}
        </fieldset>
        <Button
          size="small"
          kind="line"
          className="ml-auto"
          disabled={!codes.data}
          onClick={() => window.print()}
        >
          <Printer aria-hidden size={18} />
          Print
        </Button>
      </div>
      <p className="text-14 text-ink-2">{ABOUT[kind]} Fits A4 and Letter.</p>
      {event.archived && (
        <Notice tone="info">This event is archived, so its codes lead to a page that says so.</Notice>
      )}
      <QueryState query={codes} loading={<Skeleton label="Loading codes" className="h-96" />}>
        {(found) => <Sheet kind={kind} codes={found} siteName={siteName} />}
      </QueryState>
    </div>
  );
}

function Sheet({ kind, codes, siteName }: { kind: PrintKind; codes: PosterCodes; siteName: string }) {
  if (kind === 'cards' && codes.teams.length === 0) {
    return (
      <EmptyState
        title="No teams yet"
        sentence="Import the running order first. Each team then has a card."
      />
    );
  }
  return (
    <div className="overflow-x-auto rounded-card bg-sunk p-4 desk:p-8">
      <div data-print={kind} className="mx-auto bg-white text-[#121217]">
        {kind === 'poster' && <EventPoster codes={codes} siteName={siteName} />}
        {kind === 'cards' && <TeamCards codes={codes} siteName={siteName} />}
        {kind === 'slide' && <RinkSlide codes={codes} siteName={siteName} />}
      </div>
    </div>
  );
}
