import { Notice } from '#web/components/notice.tsx';

export function MatchingOff({ hasAthlete = false }: { hasAthlete?: boolean }) {
  return (
    <Notice tone="info">
      Face search is currently off on this site.
      {hasAthlete && ' What you added is kept, and you can delete it at any time.'}
    </Notice>
  );
}
