import { SelectField } from '#web/components/select-field.tsx';
import { albumTitle, type IngestAlbum } from './ingest.types.ts';

type UploadTargetProps = {
  albums: readonly IngestAlbum[];
  albumId: number | null;
  onChoose: (albumId: number | null) => void;
};

export function UploadTargetField({ albums, albumId, onChoose }: UploadTargetProps) {
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
