import type { ReactNode } from 'react';
import type { AlbumMatches, AthleteMatch } from '#contract/entities/athlete.ts';
import { keepInPlace, photoAddress } from '#web/components/photo.tsx';
import { PhotoDialog } from '#web/components/photo-dialog.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Caption } from './match-caption.tsx';
import { placeOf } from './refused-image.tsx';

export type FoundPhoto = { match: AthleteMatch; entry: AlbumMatches };

export const tokenOf = ({ match, entry }: FoundPhoto) =>
  match.owned ? (entry.owned_auth ?? entry.auth) : entry.auth;

type MatchViewerProps = {
  athlete: { id: number; name: string; faceUrl: string | null };
  photos: readonly FoundPhoto[];
  index: number;
  /** Buys the photo, or opens it if it is owned. */
  purchase: (photo: FoundPhoto) => ReactNode;
  onTurn: (index: number) => void;
  onClose: () => void;
};

/** One found photo, with the question whether the face in it is the right one. Small, because it costs no view. */
export function MatchViewer({ athlete, photos, index, purchase, onTurn, onClose }: MatchViewerProps) {
  const photo = photos[index];
  if (!photo) return null;
  const { match, entry } = photo;
  const { image } = match;
  const ratio = image.width && image.height ? image.width / image.height : 1.5;
  return (
    <PhotoDialog
      title={i18n.t('Photos of {name}', { name: athlete.name })}
      index={index}
      count={photos.length}
      onTurn={onTurn}
      onClose={onClose}
      footer={<div className="flex min-w-0 flex-1 justify-center desk:flex-none">{purchase(photo)}</div>}
    >
      <div className="grid max-w-full justify-items-center gap-3">
        <div
          className="relative max-w-full overflow-hidden desk:rounded-tile"
          style={{ aspectRatio: ratio, width: `min(100vw, 640px, ${ratio} * 62dvh)` }}
        >
          <img
            key={image.id}
            src={photoAddress(entry.album.uuid, image.id, 'thumb', tokenOf(photo))}
            alt={i18n.t('Photo {position} of {count}', { position: index + 1, count: photos.length })}
            draggable={false}
            onContextMenu={keepInPlace}
            className="size-full object-contain"
          />
          {match.decision === null && match.certainty === 'maybe' && (
            <span
              aria-hidden
              className="pointer-events-none absolute rounded-tile border-2 border-spot shadow-[0_0_0_1px_rgb(0_0_0/.5)]"
              style={placeOf(match.box)}
            />
          )}
        </div>
        <Caption
          albumId={entry.album.id}
          athlete={athlete}
          shown={{ image: image.id, decision: match.decision, certainty: match.certainty }}
        />
      </div>
    </PhotoDialog>
  );
}
