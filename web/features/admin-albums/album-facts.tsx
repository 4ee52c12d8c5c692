import type { ReactNode } from 'react';
import type { AdminAlbum } from '#contract/entities/admin-album.ts';
import { formatCount } from '#web/lib/count-words.ts';
import { formatAge } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { AlbumState } from './album-state.tsx';
import { AlbumZip } from './album-zip.tsx';
import { formatMoment } from './format-moment.ts';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd className="truncate font-medium">{children}</dd>
    </>
  );
}

export function AlbumFacts({ album, timeZone }: { album: AdminAlbum; timeZone: string | undefined }) {
  return (
    <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-2.5 gap-y-2 text-13">
      <Fact label="State">
        <AlbumState publishedAt={album.published_at} />
      </Fact>
      {album.published_at && <Fact label="Published">{formatMoment(album.published_at)}</Fact>}
      <Fact label="Photos">{formatCount(album.images_count)}</Fact>
      <Fact label="Zip">
        <AlbumZip albumId={album.id} />
      </Fact>
      <Fact label="Planned">
        {album.planned_at ? formatMoment(album.planned_at, timeZone) : 'Not planned'}
      </Fact>
      <Fact label="Created">{formatAge(album.created_at)}</Fact>
      <Fact label="Identifier">{album.identifier}</Fact>
      <Fact label="Album ID">{album.id}</Fact>
      <Fact label="Public link">
        <span title={paths.viewAlbum(album.uuid)}>{paths.viewAlbum(album.uuid)}</span>
      </Fact>
    </dl>
  );
}
