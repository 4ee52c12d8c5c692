import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { formatBytes } from '#web/lib/files.ts';
import { formatAge } from '#web/lib/formats.ts';
import { albumZipQuery } from './album-panel.query.ts';
import { useReprocessZip } from './use-reprocess-zip.ts';

type Zip = ResponseOf<typeof albumAdministrationEndpoints.albumZipState>;

export function zipWords({ state, prepared, photos, size_bytes }: Zip): string {
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

export function AlbumZip({ albumId }: { albumId: number }) {
  const { data: zip, error } = useQuery(albumZipQuery(albumId));
  if (zip) {
    return (
      <span role="status" className={zip.state === 'failed' ? 'font-[650] text-bad' : ''}>
        {zipWords(zip)}
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
