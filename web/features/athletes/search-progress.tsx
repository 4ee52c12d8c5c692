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
  if (!search.is_running) return null;
  const words = `Searching album ${Math.min(search.albums_done + 1, search.albums_total)} of ${search.albums_total}`;
  return (
    <div className="grid gap-2">
      <p role="status" className="text-15 font-[650] tabular-nums">
        {words}
      </p>
      <ProgressBar label={words} value={search.albums_done} max={search.albums_total} />
      <p className="text-14 text-ink-2">
        Newest albums first. You can leave this page; the search continues.
      </p>
    </div>
  );
}
