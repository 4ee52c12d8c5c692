import { Notice } from '#web/components/notice.tsx';

export function MatchingOff({ hasAthlete = false }: { hasAthlete?: boolean }) {
  return (
    <Notice tone="info">
      Finding photos by face is switched off on this site at the moment.
      {hasAthlete && ' What you added stays here, and you can delete it at any time.'}
    </Notice>
  );
}
