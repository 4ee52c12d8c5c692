import { type DrawnPicture, EVENT_PICTURE_WIDTHS, isDrawnPicture } from '#contract/rules/event-pictures.ts';
import cheer from '#web/assets/event-cheer.webp';
import cheerStunt from '#web/assets/event-cheer-stunt.webp';
import dance from '#web/assets/event-dance.webp';
import gymnastics from '#web/assets/event-gymnastics.webp';
import other from '#web/assets/event-other.webp';

const DRAWN: Record<DrawnPicture, string> = { cheer, 'cheer-stunt': cheerStunt, dance, gymnastics, other };

type EventPictureProps = {
  picture: string;
  className?: string;
  /** Its width on the page, as in the `sizes` attribute of an image. */
  sizes: string;
  isEager?: boolean;
};

/** The picture that staff chose for an event: a drawn one, or one that they uploaded. It says nothing that the words beside it do not. */
export function EventPicture({ picture, className = '', sizes, isEager = false }: EventPictureProps) {
  const address = (width: number) => `/api/event-pictures/${picture}-${width}.webp`;
  const source = isDrawnPicture(picture)
    ? { src: DRAWN[picture] }
    : {
        src: address(EVENT_PICTURE_WIDTHS[0]),
        srcSet: EVENT_PICTURE_WIDTHS.map((width) => `${address(width)} ${width}w`).join(', '),
        sizes,
      };
  return (
    <img
      {...source}
      alt=""
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      className={`bg-sunk object-cover ${className}`}
    />
  );
}
