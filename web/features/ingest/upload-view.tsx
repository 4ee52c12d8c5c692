import { useState } from 'react';
import { SelectField } from '#web/components/form.tsx';
import { Notice } from '#web/components/states.tsx';
import { countOf } from '#web/lib/formats.ts';
import { DropZone, InterruptedNote } from './drop-zone.tsx';
import { type PickedFile, sortOutImages } from './image-files.ts';
import { albumTitle, type IngestAlbum, type IngestEvent } from './ingest.query.ts';
import { UploadFiles, UploadReportCard } from './upload-report-card.tsx';
import { liveFile } from './upload-state.ts';
import { UploadSummary } from './upload-summary.tsx';
import { uploads, useUploads } from './uploads.ts';

type UploadViewProps = {
  event: IngestEvent;
  albums: readonly IngestAlbum[];
  albumId: number | undefined;
  onTarget: (albumId: number | undefined) => void;
};

export function UploadView({ event, albums, albumId, onTarget }: UploadViewProps) {
  const upload = useUploads();
  const [leftOut, setLeftOut] = useState(0);
  const album = albums.find(({ id }) => id === albumId);
  const start = (picked: PickedFile[]) => {
    const sorted = sortOutImages(picked);
    setLeftOut(sorted.leftOut);
    void uploads.start(sorted.pictures, {
      eventId: event.id,
      eventName: event.name,
      albumId: album?.id ?? null,
      albumName: album ? albumTitle(album) : null,
    });
  };
  return (
    <div className="mx-auto grid w-full max-w-[980px] content-start gap-4 p-4 desk:p-6">
      {upload.phase === 'idle' && (
        <>
          <InterruptedNote eventId={event.id} />
          <UploadTargetField
            albums={albums}
            albumId={album?.id ?? null}
            onChoose={(id) => onTarget(id ?? undefined)}
          />
          {!album && albums.length === 0 && (
            <Notice tone="info">
              This event has no running order yet. Its photos stay under Needs sorting until you import one.
            </Notice>
          )}
          {upload.message && <Notice tone="bad">{upload.message}</Notice>}
          <DropZone
            hint="JPEG, PNG, WebP or TIFF, up to 80 MB each and 20,000 at a time. The upload continues if you leave this page."
            onPicked={start}
          />
        </>
      )}
      {leftOut > 0 && (
        <Notice tone="info">Skipped {countOf(leftOut, 'other file')}, such as raw files or video.</Notice>
      )}
      {upload.phase === 'done' && <UploadReportCard upload={upload} queue={uploads} canReview />}
      {upload.phase !== 'idle' && upload.phase !== 'done' && (
        <>
          <UploadSummary upload={upload} queue={uploads} />
          <UploadFiles files={upload.files.map(liveFile)} />
        </>
      )}
    </div>
  );
}

type UploadTargetProps = {
  albums: readonly IngestAlbum[];
  albumId: number | null;
  onChoose: (albumId: number | null) => void;
};

function UploadTargetField({ albums, albumId, onChoose }: UploadTargetProps) {
  return (
    <SelectField
      label="Upload into"
      value={albumId ?? ''}
      onChange={({ target }) => onChoose(target.value ? Number(target.value) : null)}
      hint={
        albumId
          ? 'All photos go into this album, whatever their capture time.'
          : 'Each photo is filed by its capture time and the running order.'
      }
    >
      <option value="">Whole event, filed by capture time</option>
      <optgroup label="One album">
        {albums.map((album) => (
          <option key={album.id} value={album.id}>
            {albumTitle(album)}
          </option>
        ))}
      </optgroup>
    </SelectField>
  );
}
