import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { showPosterCode } from '#contract/rules/albums.ts';
import { eventName } from '#contract/rules/sentences.ts';
import { Button } from '#web/components/button.tsx';
import { QrCode } from '#web/components/qr-code.tsx';
import { EmptyState, Notice, QueryState, Skeleton } from '#web/components/states.tsx';
import { teamName } from '#web/lib/formats.ts';
import { useSiteName } from '#web/lib/site.query.ts';
import { type PosterCodes, posterCodesQuery } from './poster.query.ts';

const PRINT_KINDS = { poster: 'Poster', cards: 'Team cards', slide: 'Slide for screens' } as const;
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
          icon={Printer}
          size="small"
          kind="line"
          className="ml-auto"
          disabled={!codes.data}
          onClick={() => window.print()}
        >
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

type SheetProps = { codes: PosterCodes; siteName: string };

function EventPoster({ codes, siteName }: SheetProps) {
  const { event, base_url: baseUrl, code } = codes;
  return (
    <section
      aria-label="Poster"
      className="print-page mx-auto flex aspect-[1/1.35] max-w-[720px] flex-col items-center justify-between gap-6 p-10 text-center"
    >
      <p className="flex items-center gap-3 text-28 font-extrabold tracking-[-0.045em]">
        <i aria-hidden className="spot-mark size-7 rounded-full" />
        {siteName}
      </p>
      <h2 className="text-[min(3rem,9vw)] leading-none font-extrabold tracking-[-0.035em] text-balance wrap-anywhere print:text-48">
        {eventName(event)}
      </h2>
      <p className="text-[min(2.25rem,7vw)] leading-tight font-[750] tracking-[-0.02em] text-balance print:text-36">
        Scan to find your team’s photos
      </p>
      <PrintedQr baseUrl={baseUrl} code={code} className="w-[58%] max-w-[420px]" />
      <TypedAddress baseUrl={baseUrl} code={code} className="text-22 break-all" />
      <p className="max-w-[40ch] text-18 text-[#52525c]">
        Pick your team and leave an address or phone number. We tell you when the photos are up, often the
        same day.
      </p>
    </section>
  );
}

type PrintedCodeProps = { baseUrl: string; code: string; className: string };

/** The QR code of a page under /e/. */
function PrintedQr({ baseUrl, code, className }: PrintedCodeProps) {
  return (
    <QrCode
      text={`${baseUrl}/e/${code}`}
      label={`QR code of ${showPosterCode(code)}`}
      className={`rounded-none! ${className}`}
    />
  );
}

/** For people who type: the address without its protocol, and the code in two groups. */
function TypedAddress({ baseUrl, code, className }: PrintedCodeProps) {
  return (
    <p className={className}>
      {baseUrl.replace(/^https?:\/\//, '')}/e/
      <b className="font-num tracking-[0.06em] whitespace-nowrap">{showPosterCode(code)}</b>
    </p>
  );
}

function RinkSlide({ codes, siteName }: { codes: PosterCodes; siteName: string }) {
  const { event, base_url: baseUrl, code } = codes;
  return (
    <section
      aria-label="Slide for screens"
      className="print-slide mx-auto grid aspect-video min-w-[640px] max-w-[1060px] grid-cols-[minmax(0,1fr)_auto] items-center gap-12 bg-[#060a18] p-12 text-white [print-color-adjust:exact]"
    >
      <div className="grid gap-6">
        <p className="flex items-center gap-3 text-22 font-extrabold tracking-[-0.045em]">
          <i aria-hidden className="spot-mark size-6 rounded-full" />
          {siteName}
        </p>
        <h2 className="text-48 leading-none font-extrabold tracking-[-0.035em] text-balance">
          Your team’s photos, up the same day.
        </h2>
        <p className="text-22 text-white/86 wrap-anywhere">{event.name}</p>
        <TypedAddress baseUrl={baseUrl} code={code} className="text-22 text-[#ffc62b] break-all" />
      </div>
      <PrintedQr baseUrl={baseUrl} code={code} className="w-[300px]" />
    </section>
  );
}

function TeamCards({ codes, siteName }: { codes: PosterCodes; siteName: string }) {
  return (
    <ul aria-label="Team cards" className="print-cards mx-auto grid max-w-[760px] grid-cols-2">
      {codes.teams.map((team) => (
        <li
          key={team.code}
          className="print-card grid min-h-[236px] grid-cols-[minmax(0,1fr)_38%] content-between gap-3 border border-[#c9c9d2] border-dashed p-4"
        >
          <div className="grid content-start gap-1">
            <p className="text-12 text-[#52525c] wrap-anywhere">{codes.event.name}</p>
            <h2 className="text-18 leading-tight font-extrabold tracking-[-0.02em] wrap-anywhere">
              {teamName(team)}
            </h2>
            <p className="text-13 text-[#52525c]">
              {[`Performance ${team.performance_order}`, team.division_name].filter(Boolean).join(', ')}
            </p>
          </div>
          <PrintedQr baseUrl={codes.base_url} code={team.code} className="w-full self-start" />
          <div className="col-span-2 grid gap-0.5">
            <p className="text-13 font-[650]">Scan, and {siteName} tells you when your photos are up.</p>
            <TypedAddress baseUrl={codes.base_url} code={team.code} className="text-13 break-all" />
          </div>
        </li>
      ))}
    </ul>
  );
}
