import { useQuery } from '@tanstack/react-query';
import { roleCan } from '#contract/rules/permissions.ts';
import { myAlbumsQuery } from '#web/features/found-albums/my-albums.query.ts';
import { useSession } from '#web/lib/session.ts';

export function useAlbumCount(): number {
  const { user } = useSession();
  const isOpen = !!user && !user.second_factor_needed && roleCan(user.type, 'search_results');
  const { data } = useQuery({ ...myAlbumsQuery, enabled: isOpen });
  return data ? data.found.length + data.owned.length : 0;
}
