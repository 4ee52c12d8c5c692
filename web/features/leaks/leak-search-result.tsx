import { useQuery } from '@tanstack/react-query';
import type { LeakFinding, LeakSearch } from '#contract/entities/staff-rows.ts';
import { chanceMessage } from '#contract/rules/sentences.ts';
import { Photo } from '#web/components/photo.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { Loading, Notice, QueryState } from '#web/components/states.tsx';
import { countOf, formatMoment } from '#web/lib/formats.ts';
import { ratioOf } from '#web/lib/justify-rows.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { leakSearchQuery } from './leak-search-history.tsx';

/** The dropped pictures exist in this browser only, and only until the page is left. */
type LeakSearchResultProps = { searchId: number; dropped: readonly string[] };

export function LeakSearchResult({ searchId, dropped }: LeakSearchResultProps) {
  const query = useQuery(leakSearchQuery(searchId));
  return (
    <section aria-label="Result" className="grid content-start gap-5">
      <QueryState
        query={query}
        loading={<Loading />}
        missing={<Notice tone="info">This search does not exist.</Notice>}
      >
        {(leakSearch) => (
          <>
            <Verdict leakSearch={leakSearch} />
            <Pictures leakSearch={leakSearch} dropped={dropped} />
            {leakSearch.findings.map((finding) => (
              <Finding key={`${finding.label} ${finding.first_at}`} finding={finding} />
            ))}
            <Facts leakSearch={leakSearch} />
          </>
        )}
      </QueryState>
    </section>
  );
}

function Verdict({ leakSearch }: { leakSearch: LeakSearch }) {
  const { state, step, progress, failure, findings, pictures, viewers_asked: asked } = leakSearch;
  switch (state) {
    case 'waiting':
      return <Notice tone="info">Some pictures didn’t upload. Start a new search.</Notice>;
    case 'running':
      return (
        <div role="status" className="grid gap-2">
          <p className="text-15 font-[650]">{step || 'Searching'}</p>
          <ProgressBar label="Progress of the search" value={progress} max={100} />
        </div>
      );
    case 'named':
      // Findings go with the account.
      if (findings.length === 0)
        return <Notice tone="info">The account we found has since been deleted.</Notice>;
      return (
        <Notice tone="ok">
          {findings.length > 1
            ? `Copies of ${findings.length} accounts are in this leak.`
            : 'A copy of this account is in this leak.'}{' '}
          <span className="block font-normal">It does not say who posted it.</span>
        </Notice>
      );
    case 'unsure':
      return (
        <Notice tone="info">
          Not enough to say.{' '}
          <span className="block font-normal">
            {pictures > 1 ? 'Photos are' : 'The photo is'} ours, but no mark among{' '}
            {countOf(asked ?? 0, 'viewer')} fits well enough. More pictures of the same leak may help.
          </span>
        </Notice>
      );
    case 'unknown':
      return (
        <Notice tone="info">
          Not enough to say.{' '}
          <span className="block font-normal">
            No photo that was searched looks like {pictures > 1 ? 'these pictures' : 'this picture'}.
          </span>
        </Notice>
      );
    case 'failed':
      return <Notice tone="bad">{failure ?? 'The search failed. Please try again.'}</Notice>;
  }
}

function Pictures({
  leakSearch: { photo },
  dropped,
}: {
  leakSearch: LeakSearch;
  dropped: readonly string[];
}) {
  if (!photo) return null;
  return (
    <div className="grid grid-cols-2 gap-3">
      {dropped.length > 0 && (
        <figure className="grid content-start gap-1.5">
          <div className={`grid gap-1.5 ${dropped.length > 1 ? 'grid-cols-2' : ''}`}>
            {dropped.map((address, i) => (
              <img
                key={address}
                src={address}
                alt={`What leaked, ${i + 1}`}
                className="w-full rounded-ctl object-contain"
              />
            ))}
          </div>
          <figcaption className="text-13 text-ink-2">
            {dropped.length > 1 ? 'Leaked pictures' : 'Leaked picture'}
          </figcaption>
        </figure>
      )}
      <figure className="grid content-start gap-1.5">
        <div className="grid" style={{ aspectRatio: ratioOf(photo.image) }}>
          <Photo
            albumUuid={photo.folder_uuid}
            image={photo.image}
            token={photo.auth}
            variant="preview"
            alt="The stored preview"
            className="rounded-ctl"
          />
        </div>
        <figcaption className="text-13 text-ink-2">
          Stored preview: photo {photo.image.id}, {photo.title}
          {photo.event_name && `, ${photo.event_name}`}
        </figcaption>
      </figure>
    </div>
  );
}

function Finding({ finding: { account, label, first_at, last_at, chance } }: { finding: LeakFinding }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 border-line border-t pt-4 text-15">
      <dt className="text-ink-2">{account ? 'Account' : 'Shown by'}</dt>
      <dd className="min-w-0">
        {account ? (
          <>
            <Link to={paths.adminUser(account.id)} className="font-[650] underline underline-offset-2">
              {account.name}
            </Link>
            <span className="block truncate text-13 text-ink-2">{account.email}</span>
          </>
        ) : (
          <span className="font-[650]">{label}</span>
        )}
      </dd>
      <dt className="text-ink-2">Shown</dt>
      <dd>
        <time dateTime={first_at}>{formatMoment(first_at)}</time>
        {last_at !== first_at && (
          <span className="block text-13 text-ink-2">last time {formatMoment(last_at)}</span>
        )}
      </dd>
      <dt className="text-ink-2">Chance of error</dt>
      <dd className="first-letter:uppercase">{chanceMessage(chance)}</dd>
    </dl>
  );
}

function Facts({ leakSearch }: { leakSearch: LeakSearch }) {
  const { reason, scope, started_by, started_at, is_mirrored, pictures, images_read: read } = leakSearch;
  return (
    <p className="border-line border-t pt-4 text-13 text-ink-2">
      {pictures > 1 && read !== null && `${read} of ${pictures} pictures look like a photo of ours. `}
      {started_by}, {formatMoment(started_at)}. Searched: {scope}. Reason: {reason}
      {is_mirrored && '. The picture was mirrored'}
    </p>
  );
}
