import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import { Notice } from '#web/components/notice.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';

export function SearchProgress({ search }: Pick<UserAthlete, 'search'>) {
  if (!search.is_available) {
    return (
      <Notice tone="info">
        Face search is currently off on this site. Photos found earlier stay here, and the search continues
        later.
      </Notice>
    );
  }
  if (!search.is_running) return search.resumes_at ? <UntilTomorrow search={search} /> : null;
  const words = `Searching album ${Math.min(search.albums_done + 1, search.albums_total)} of ${search.albums_total}`;
  return (
    <div className="grid gap-2">
      <p role="status" className="text-15 font-[650] tabular-nums">
        {words}
      </p>
      <ProgressBar label={words} value={search.albums_done} max={search.albums_total} />
      <p className="text-14 text-ink-2">
        Newest albums first. You can leave this page; the search continues.
        {search.resumes_at && ` We search ${search.albums_today} albums today. The rest follows tomorrow.`}
      </p>
    </div>
  );
}

function UntilTomorrow({ search }: Pick<UserAthlete, 'search'>) {
  const { albums_done: done, albums_today: today, albums_total: total } = search;
  const words =
    done > today
      ? `${today} albums searched today, ${done} of ${total} in all.`
      : `${done} of ${total} albums searched today.`;
  return (
    <div className="grid gap-2">
      <p role="status" className="text-15 font-[650] tabular-nums">
        {words} The rest follows tomorrow.
      </p>
      <ProgressBar label={words} value={done} max={total} />
      <p className="text-14 text-ink-2">New photos in albums we have searched are checked at once.</p>
    </div>
  );
}
