import { useQuery } from '@tanstack/react-query';
import { photoLinkEndpoints } from '#contract/endpoints/photo-links.ts';
import { QueryState } from '#web/components/query-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { callApi } from '#web/lib/api.ts';
import { PhotoLinkList } from './photo-link-list.tsx';
import { myPhotoLinksQuery, photoLinksOfUserQuery } from './photo-links.query.ts';

export function MyPhotoLinks() {
  const links = useQuery(myPhotoLinksQuery);
  return (
    <QueryState query={links} loading={<Skeleton label="Loading your links" className="h-16" />}>
      {(loaded) => (
        <PhotoLinkList
          links={loaded}
          end={(id) => callApi(photoLinkEndpoints.endPhotoLink, { params: { id } })}
          empty="No links yet. Open an album you own, select photos and share them."
        />
      )}
    </QueryState>
  );
}

/** For staff. */
export function PhotoLinksOfUser({ userId }: { userId: number }) {
  const links = useQuery(photoLinksOfUserQuery(userId));
  return (
    <QueryState query={links} loading={<Skeleton label="Loading links" className="h-16" />}>
      {(loaded) => (
        <PhotoLinkList
          links={loaded}
          end={(link) => callApi(photoLinkEndpoints.endPhotoLinkOfUser, { params: { id: userId, link } })}
          empty="No links to shared photos."
        />
      )}
    </QueryState>
  );
}
