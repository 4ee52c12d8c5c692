import type { AlbumOnly } from '#contract/entities/album.ts';
import { Sheet } from '#web/components/sheet.tsx';
import { teamName } from '#web/lib/formats.ts';
import { AlbumInvites } from './album-invites.tsx';
import { AlbumLink } from './album-link.tsx';

type AlbumInviteSheetProps = { album: AlbumOnly; onClose: () => void };

export function AlbumInviteSheet({ album, onClose }: AlbumInviteSheetProps) {
  return (
    <Sheet
      title="Share this album"
      description={`${teamName(album)}. Everyone uses their own account and previews.`}
      onClose={onClose}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pb-4">
        <AlbumLink album={album} />
        <AlbumInvites album={album} />
      </div>
    </Sheet>
  );
}
