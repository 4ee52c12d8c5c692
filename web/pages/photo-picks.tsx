import { Heart } from 'lucide-react';
import { useId } from 'react';
import type { AlbumOnly } from '#contract/entities/album.ts';
import { Photo } from '#web/components/photo.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { Trans } from '#web/components/trans.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';
import type { PhotoPick } from './list-choices.ts';

type PhotoPicksProps = {
  album: AlbumOnly;
  picks: readonly PhotoPick[];
  chosenKey: string | undefined;
  onPick: (key: string) => void;
  hasAthletes: boolean;
};

/** Picks one photo of a closed album. Favorites have no picture here, because pictures need a preview. */
export function PhotoPicks({ album, picks, chosenKey, onPick, hasAthletes }: PhotoPicksProps) {
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-2 text-15 font-[650]">{i18n.t('Which photo?')}</legend>
      <div className="flex flex-wrap gap-2">
        {picks.map(({ key, label, picture }) => (
          <label
            key={key}
            className="relative grid size-[88px] cursor-pointer place-items-center overflow-hidden rounded-[12px] bg-sunk text-center text-13 font-[650] has-checked:outline-3 has-checked:outline-spot has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              aria-label={label}
              checked={key === chosenKey}
              onChange={() => onPick(key)}
              className="absolute size-px opacity-0"
            />
            {picture ? (
              <Photo albumUuid={album.uuid} image={picture} token={album.cover_auth} className="size-full" />
            ) : (
              <span aria-hidden className="grid justify-items-center gap-1">
                <Heart size={20} strokeWidth={1.8} />
                {label}
              </span>
            )}
          </label>
        ))}
      </div>
      {hasAthletes && (
        <p className="text-14 text-ink-2">
          <Trans
            id="Pick photos of your athlete one by one in <link>Athletes</link>."
            components={{ link: <TextLink to={paths.myAthlete} /> }}
          />
        </p>
      )}
    </fieldset>
  );
}
