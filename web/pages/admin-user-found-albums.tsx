import { useQuery } from '@tanstack/react-query';
import { TextLink } from '#web/components/text-link.tsx';
import { FoundAlbumsList } from '#web/features/users/found-albums-list.tsx';
import { userQuery } from '#web/features/users/users.query.ts';
import { nameOfPerson } from '#web/lib/formats.ts';
import { paths, usePathParams } from '#web/lib/navigation.tsx';

export function AdminUserFoundAlbumsPage() {
  const { userid } = usePathParams('/admin/users/found-albums/:userid');
  const { data: user } = useQuery(userQuery(Number(userid)));
  return (
    <div className="grid max-w-[960px] grid-cols-[minmax(0,1fr)] gap-5 px-4 py-5 desk:px-6">
      <header className="grid gap-1">
        <p className="text-14">
          <TextLink to={paths.adminUser(userid)}>{user ? nameOfPerson(user) : 'User'}</TextLink>
        </p>
        <h1 tabIndex={-1} className="text-22 font-extrabold tracking-[-0.03em]">
          Found albums
        </h1>
      </header>
      <FoundAlbumsList userId={Number(userid)} />
    </div>
  );
}
