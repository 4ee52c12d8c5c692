import { ArrowLeft, Check, ChevronLeft, ChevronRight, Eye, EyeOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { REPORT_TYPE_LABELS, type ReviewCase } from '#contract/lists/reported-photos.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { ButtonKey } from '#web/components/keys-sheet.tsx';
import { photoAddress } from '#web/components/photo.tsx';
import { retryImage } from '#web/components/retry-image.ts';
import { countOf, formatAge } from '#web/lib/formats.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { eventPlaceSearch, reviewPlaceSearch, searchFor, useSearchState } from '#web/lib/search-params.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { ReviewClock } from './review-card.tsx';
import { isUrgent, nextToDecide } from './review-cases.ts';
import type { Decisions } from './use-decide.ts';

type ReviewDeskProps = {
  cases: readonly ReviewCase[];
  entry: ReviewCase;
  onOpen: (image: number) => void;
  decisions: Decisions;
};

/** The open photo with its decisions and their keys. */
export function ReviewDesk({ cases, entry, onOpen, decisions }: ReviewDeskProps) {
  const { changed } = useSearchState(reviewPlaceSearch);
  const [isAsking, setIsAsking] = useState(false);
  const index = cases.indexOf(entry);
  const { decideOne, isBusy } = decisions;
  const step = (by: 1 | -1) => {
    const next = cases[index + by];
    if (next) onOpen(next.image);
  };
  const settle = async (removed: boolean) => {
    if (isBusy || entry.decision === (removed ? 'removed' : 'kept')) return setIsAsking(false);
    const next = nextToDecide(cases, entry.image);
    const answer = await decideOne({ photo: entry, removed }).catch(() => undefined);
    setIsAsking(false);
    if (answer) onOpen(next);
  };
  useHotkeys({
    k: (event) => {
      if (!event.shiftKey) void settle(false);
    },
    r: (event) => {
      if (event.shiftKey) return;
      event.preventDefault();
      if (entry.decision !== 'removed') setIsAsking(true);
    },
    l: () => step(-1),
  });
  return (
    <section
      aria-label="Photo"
      className="grid min-h-0 grid-cols-[minmax(0,1fr)] desk:grid-rows-[auto_minmax(0,1fr)_auto]"
    >
      <header className="flex h-14 items-center gap-2 border-line border-b px-2 desk:px-4">
        <Link
          to="."
          search={changed({ image: undefined })}
          aria-label="Back to the queue"
          className={`${buttonStyle('ghost', 'icon')} desk:hidden`}
        >
          <ArrowLeft size={20} />
        </Link>
        <p aria-live="polite" className="text-14 font-[650] tabular-nums">
          {index + 1} of {cases.length}
        </p>
        <ReviewClock entry={entry} />
        <div className="ml-auto flex">
          <Button kind="ghost" size="icon" aria-label="Previous photo (L)" onClick={() => step(-1)}>
            <ChevronLeft size={20} />
          </Button>
          <Button kind="ghost" size="icon" aria-label="Next photo (J)" onClick={() => step(1)}>
            <ChevronRight size={20} />
          </Button>
        </div>
      </header>
      <div className="grid min-h-0 desk:grid-cols-[minmax(0,1fr)_300px]">
        <BigPhoto key={entry.image} entry={entry} />
        <Facts entry={entry} />
      </div>
      <footer className="sticky bottom-(--tab-bar-height) flex gap-2 border-line border-t bg-bg p-3 desk:static desk:px-4">
        <Button
          kind="line"
          className="flex-1 desk:flex-none"
          isBusy={isBusy}
          onClick={() => void settle(false)}
        >
          <Check size={18} />
          Keep <ButtonKey name="K" />
        </Button>
        <Button
          kind="bad"
          className="flex-1 desk:flex-none"
          isBusy={isBusy}
          onClick={() => setIsAsking(true)}
        >
          <Trash2 size={18} />
          Remove <ButtonKey name="R" />
        </Button>
      </footer>
      {isAsking && (
        <ConfirmDialog
          title="Remove this photo?"
          sentence="Nobody can see it anymore, and it leaves every album download. We notify the people who reported it."
          confirmLabel="Remove"
          isBusy={isBusy}
          onConfirm={() => void settle(true)}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}

function BigPhoto({ entry: { photo, album_name } }: { entry: ReviewCase }) {
  return (
    <div className="relative grid min-h-[240px] bg-sunk max-desk:aspect-[4/3]">
      <img
        src={photoAddress(photo.folder, photo.id, 'preview', photo.auth)}
        alt={`${photo.file_name}, ${album_name}`}
        onError={retryImage}
        className="absolute inset-0 size-full object-contain"
      />
    </div>
  );
}

function Facts({ entry }: { entry: ReviewCase }) {
  const { photo } = entry;
  return (
    <div className="grid content-start gap-5 overflow-y-auto border-line p-4 desk:border-l">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-13 *:even:text-right *:odd:text-ink-2">
        <dt>Album</dt>
        <dd>
          <Link
            to={paths.adminEvent(entry.event)}
            search={searchFor(eventPlaceSearch, { album: entry.album })}
            className="font-[650] underline underline-offset-2"
          >
            {entry.album_name}
          </Link>
        </dd>
        <dt>Division</dt>
        <dd>{entry.division_name}</dd>
        <dt>Event</dt>
        <dd>{entry.event_name}</dd>
        <dt>File</dt>
        <dd className="truncate">{photo.file_name}</dd>
        <dt>Faces</dt>
        <dd>{photo.faces === null ? 'Not scanned yet' : countOf(photo.faces, 'face')}</dd>
        <dt>Visible to customers</dt>
        <dd>{photo.is_hidden ? 'No' : 'Yes'}</dd>
      </dl>
      {photo.is_hidden && entry.decision === 'waiting' && (
        <p className="flex gap-2 rounded-ctl bg-warn-bg px-3 py-2 text-13 text-warn">
          <EyeOff size={16} className="mt-0.5 flex-none" />
          Hidden since the report. Keep it to show it again.
        </p>
      )}
      {isUrgent(entry) && (
        <p className="flex gap-2 rounded-ctl bg-bad-bg px-3 py-2 text-13 text-bad">
          <Eye size={16} className="mt-0.5 flex-none" />
          Urgent: a privacy report from someone who has not seen the album, or who reports a lot. The photo is
          visible until you remove it.
        </p>
      )}
      <ul aria-label="Reports" className="grid gap-4">
        {entry.reports.map((report) => (
          <li key={report.id} className="grid gap-1 text-13">
            <p className="flex justify-between gap-2">
              <b className="font-[650]">{REPORT_TYPE_LABELS[report.type]}</b>
              <time dateTime={report.created_at} className="text-ink-2">
                {formatAge(report.created_at)}
              </time>
            </p>
            {report.memo && <p className="break-words whitespace-pre-line">{report.memo}</p>}
            {report.user === null || report.reporter.email === '' ? (
              <span className="text-ink-2">{report.reporter.name}</span>
            ) : (
              <Link to={paths.adminUser(report.user)} className="text-ink-2 underline underline-offset-2">
                {report.reporter.name}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
