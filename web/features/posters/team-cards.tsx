import { teamName } from '#web/lib/formats.ts';
import type { PosterCodes } from './poster-codes.query.ts';
import { PrintedQr, TypedAddress } from './printed-code.tsx';

export function TeamCards({ codes, siteName }: { codes: PosterCodes; siteName: string }) {
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
              {[`Order ${team.performance_order}`, team.division_name].filter(Boolean).join(', ')}
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
