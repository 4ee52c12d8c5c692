import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import type { AdminAlbum } from '#contract/entities/staff-event.ts';
import { Button } from '#web/components/button.tsx';
import { PublishedMark } from '#web/components/state-mark.tsx';
import { Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatBytes } from '#web/lib/files.ts';
import { formatAge, formatCount, formatMoment } from '#web/lib/formats.ts';
import { paths } from '#web/lib/navigation.tsx';
import { toast } from '#web/lib/toast.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { albumZipQuery } from './staff-catalogue.query.ts';

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
        <PublishedMark publishedAt={album.published_at} />
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

type Zip = ResponseOf<typeof albumAdministrationEndpoints.albumZipState>;

function zipMessage({ state, prepared, photos, size_bytes }: Zip): string {
  switch (state) {
    case 'no_photos':
      return 'No photos yet';
    case 'not_prepared':
      return 'Built at the first sale';
    case 'working':
      return prepared < photos ? `Building, ${prepared} of ${photos}` : 'Building';
    case 'ready':
      return `Ready, ${formatBytes(size_bytes)}`;
    case 'failed':
      return 'Failed';
  }
}

function AlbumZip({ albumId }: { albumId: number }) {
  const { data: zip, error } = useQuery(albumZipQuery(albumId));
  if (zip) {
    return (
      <span role="status" className={zip.state === 'failed' ? 'font-[650] text-bad' : ''}>
        {zipMessage(zip)}
      </span>
    );
  }
  return <span className="text-ink-3">{error ? 'Unknown' : 'Loading'}</span>;
}

/** Shown first, because customers who paid cannot download. */
export function FailedZip({ albumId }: { albumId: number }) {
  const { data: zip } = useQuery(albumZipQuery(albumId));
  const again = useReprocessZip(albumId);
  if (!zip?.failure) return null;
  return (
    <Notice tone="bad">
      <div className="grid gap-2 text-13">
        <p>
          The zip failed {formatAge(zip.failure.failed_at)}:{' '}
          <span className="break-words">{zip.failure.reason}</span>
        </p>
        <Button
          kind="line"
          size="small"
          className="justify-self-start"
          isBusy={again.isPending}
          onClick={() => again.mutate()}
        >
          Rebuild
        </Button>
      </div>
    </Notice>
  );
}

export const useReprocessZip = (albumId: number) =>
  useStaffAction(
    () => callApi(downloadEndpoints.reprocessAlbumZip, { body: { albumId } }),
    () => toast('Rebuilding the zip'),
  );
