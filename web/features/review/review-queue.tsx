import { Link } from '@tanstack/react-router';
import { Photo } from '#web/components/photo.tsx';
import { changeSearch } from '#web/lib/change-search.ts';
import { countOf, formatAge } from '#web/lib/formats.ts';
import type { ReviewCase } from './review-cases.ts';
import { ReviewClock } from './review-clock.tsx';
import { TYPE_WORDS } from './review-words.ts';

type ReviewQueueProps = { cases: readonly ReviewCase[]; selected: number | undefined };

/** Far rows are not laid out until they come near. */
export function ReviewQueue({ cases, selected }: ReviewQueueProps) {
  return (
    <ul aria-label="Reported photos" className="grid">
      {cases.map((entry) => (
        <li
          key={entry.image}
          className="border-line border-b [contain-intrinsic-size:auto_97px] [content-visibility:auto]"
        >
          <QueueRow entry={entry} isSelected={entry.image === selected} />
        </li>
      ))}
    </ul>
  );
}

function QueueRow({ entry, isSelected }: { entry: ReviewCase; isSelected: boolean }) {
  const [report, ...others] = entry.reports;
  return (
    <Link
      to="."
      search={changeSearch({ image: String(entry.image) })}
      resetScroll={false}
      ref={(row) => {
        if (isSelected) row?.scrollIntoView({ block: 'nearest' });
      }}
      aria-current={isSelected ? 'true' : undefined}
      className="flex gap-3 px-4 py-3 hover:bg-sunk aria-[current]:bg-spot-wash aria-[current]:shadow-[inset_3px_0_0_var(--spot)]"
    >
      <Photo
        albumUuid={entry.photo.folder}
        image={entry.photo}
        token={entry.photo.auth}
        className="h-[72px] w-[72px] flex-none rounded-[8px]"
      />
      <span className="grid min-w-0 flex-1 content-start gap-0.5">
        <span className="flex items-center gap-2">
          <b className="min-w-0 flex-1 truncate text-14 font-[650]">{TYPE_WORDS[report.type]}</b>
          <ReviewClock entry={entry} />
        </span>
        <span className="truncate text-13 text-ink">{report.memo || 'No words with it'}</span>
        <span className="truncate text-12 text-ink-2">
          {report.reporter.name}
          {others.length > 0 && ` and ${countOf(others.length, 'more report')}`},{' '}
          <time dateTime={report.created_at}>{formatAge(report.created_at)}</time>
        </span>
      </span>
    </Link>
  );
}
