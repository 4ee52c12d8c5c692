import type { Image, UserFoundAlbum } from '#contract/entities/album.ts';
import { Button } from '#web/components/button.tsx';
import { ownPhotosIn, SavePhotos } from '#web/features/downloads/save-photos.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { ShareButton } from './share-button.tsx';

type SelectionBarProps = {
  found: UserFoundAlbum;
  images: readonly Image[];
  token: string;
  selected: ReadonlySet<number>;
  onEnd: () => void;
};

/** The owner's actions on the selected photos. */
export function SelectionBar({ found, images, token, selected, onEnd }: SelectionBarProps) {
  const chosen = images.filter(({ id }) => selected.has(id));
  const [first] = chosen;
  return (
    <section
      aria-label={i18n.t('Selected photos')}
      className="fixed inset-x-0 bottom-0 z-30 grid gap-2.5 border-line border-t bg-surface/94 px-4 pt-3 pb-[calc(14px+env(safe-area-inset-bottom))] backdrop-blur-[18px] desk:inset-x-auto desk:bottom-6 desk:left-1/2 desk:min-w-[420px] desk:-translate-x-1/2 desk:rounded-[28px] desk:border desk:px-5 desk:shadow-3"
    >
      <div className="flex items-center gap-3">
        <p role="status" className="mr-auto text-15 font-bold tabular-nums">
          {chosen.length === 0
            ? i18n.t('Tap photos to select them')
            : i18n.t('{count, plural, one {# photo selected} other {# photos selected}}', {
                count: chosen.length,
              })}
        </p>
        <Button kind="ghost" size="small" onClick={onEnd}>
          {i18n.t('Cancel')}
        </Button>
      </div>
      {chosen.length > 0 && (
        <>
          <SavePhotos
            key={chosen.map(({ id }) => id).join()}
            photos={ownPhotosIn(found.album, chosen, token)}
          />
          <ShareButton
            album={found.album}
            imageIds={chosen.map(({ id }) => id)}
            {...(first && { shown: { image: first, token } })}
            className="h-[50px]!"
          />
        </>
      )}
    </section>
  );
}
