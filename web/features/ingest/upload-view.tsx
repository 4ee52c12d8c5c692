import { SelectField } from '#web/components/form.tsx';
import { Notice } from '#web/components/states.tsx';
import { albumTitle, type IngestAlbum, type IngestEvent } from './ingest.query.ts';
import { UploadPanel } from './upload-panel.tsx';
import { staffMemory, uploads } from './uploads.ts';

type UploadViewProps = {
  event: IngestEvent;
  albums: readonly IngestAlbum[];
  albumId: number | undefined;
  onTarget: (albumId: number | undefined) => void;
};

export function UploadView({ event, albums, albumId, onTarget }: UploadViewProps) {
  const album = albums.find(({ id }) => id === albumId);
  return (
    <div className="mx-auto grid w-full max-w-[980px] content-start gap-4 p-4 desk:p-6">
      <UploadPanel
        queue={uploads}
        memory={staffMemory}
        target={{
          eventId: event.id,
          eventName: event.name,
          albumId: album?.id ?? null,
          albumName: album ? albumTitle(album) : null,
        }}
        hint="JPEG, PNG, WebP or TIFF, up to 80 MB each and 20,000 at a time. The upload continues if you leave this page."
        canReview
      >
        <SelectField
          label="Upload into"
          value={album?.id ?? ''}
          onChange={({ target }) => onTarget(target.value ? Number(target.value) : undefined)}
          hint={
            album
              ? 'All photos go into this album, whatever their capture time.'
              : 'Each photo is filed by its capture time and the running order.'
          }
        >
          <option value="">Whole event, filed by capture time</option>
          <optgroup label="One album">
            {albums.map((one) => (
              <option key={one.id} value={one.id}>
                {albumTitle(one)}
              </option>
            ))}
          </optgroup>
        </SelectField>
        {albums.length === 0 && (
          <Notice tone="info">
            This event has no running order yet. Its photos stay under Needs sorting until you import one.
          </Notice>
        )}
      </UploadPanel>
    </div>
  );
}
