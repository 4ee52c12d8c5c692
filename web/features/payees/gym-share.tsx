import { useQuery } from '@tanstack/react-query';
import { shareRuleEndpoints } from '#contract/endpoints/share-rules.ts';
import { apiQuery } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';

/** The gym's part of the price. Renders nothing if there is none. */
export function GymShare({ albumId, className = '' }: { albumId: number; className?: string }) {
  const { data } = useQuery(gymShareQuery(albumId));
  if (!data?.basis_points) return null;
  return (
    <p className={`text-14 font-[650] text-ink ${className}`}>
      {i18n.t('{percent}% goes to your gym', { percent: data.basis_points / 100 })}
    </p>
  );
}

const gymShareQuery = (albumId: number) =>
  apiQuery(['gym-share', albumId], shareRuleEndpoints.gymShare, { params: { id: albumId } });
