import type { AdminAlbum } from '#contract/entities/staff-event.ts';
import { Button } from '#web/components/button.tsx';
import { ButtonKey } from '#web/components/keys-sheet.tsx';
import { StateMark } from '#web/components/state-mark.tsx';
import { countOf } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
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
  const isPublished = album.published_at !== null;
  const isReady = !isPublished && photos > 0 && !isSaving;
  const sayPublished = () => void toast(`Published: ${album.team_name}, ${countOf(photos, 'photo')}`);
  const publish = () => change.mutate({ published: true }, { onSuccess: sayPublished });
  useHotkeys({
    p: () => {
      if (isReady) publish();
      else if (isSaving && !isPublished) toast('Your decisions are still being saved. Press P again.');
    },
  });
  if (isPublished)
    return (
      <StateMark look="rounded-full bg-ok" className="text-14 text-ink-2">
        Published
      </StateMark>
    );
  return (
    <>
      <Button size="small" disabled={!isReady} onClick={publish}>
        Publish {photos}
        <ButtonKey name="P" className="border-current/40! text-current!" />
      </Button>
      <FewPhotosDialog change={change} onSuccess={sayPublished} />
    </>
  );
}
