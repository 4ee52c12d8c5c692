import type { AdminAlbum } from '#contract/entities/staff-event.ts';
import { Button } from '#web/components/button.tsx';
import { StateMark } from '#web/components/state-mark.tsx';
import { countOf } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';
import { useChangeAlbum } from './album-actions.tsx';
import { FewPhotosDialog } from './few-photos-dialog.tsx';

type PublishAlbumProps = {
  album: AdminAlbum;
  /** The number of photos that customers will find. */
  photos: number;
  /** Rejected photos must be saved as such before anybody sees the album. */
  isSaving: boolean;
};

/** Publishes an album from another page than its own. */
export function PublishAlbum({ album, photos, isSaving }: PublishAlbumProps) {
  const change = useChangeAlbum(album.id);
  if (album.published_at !== null)
    return (
      <StateMark look="rounded-full bg-ok" className="text-14 text-ink-2">
        Published
      </StateMark>
    );
  const publish = (few_photos_ok?: true) =>
    change.mutate(
      { published: true, ...(few_photos_ok && { few_photos_ok }) },
      { onSuccess: () => toast(`Published: ${album.team_name}, ${countOf(photos, 'photo')}`) },
    );
  return (
    <>
      <Button size="small" disabled={photos === 0 || isSaving} onClick={() => publish()}>
        Publish {photos}
      </Button>
      <FewPhotosDialog
        error={change.error}
        isBusy={change.isPending}
        onConfirm={() => publish(true)}
        onCancel={() => change.reset()}
      />
    </>
  );
}
