import type { ReferenceRefusal } from '#contract/endpoints/athletes.ts';
import type { FaceProblem, ReferenceProblem } from '#contract/rules/athletes.ts';
import { i18n } from '#web/lib/i18n.ts';

type RefusedImageProps = { address: string; faces: ReferenceRefusal['faces'] };

const FRAME =
  'absolute rounded-tile border-[3px] border-spot shadow-[0_0_0_1px_rgb(0_0_0/.6),inset_0_0_0_1px_rgb(0_0_0/.6)]';

export function RefusedImage({ address, faces }: RefusedImageProps) {
  return (
    <div className="grid justify-items-center overflow-hidden rounded-ctl bg-sunk">
      <div className="relative">
        <img
          src={address}
          alt={
            faces.length === 0
              ? i18n.t('The photo you sent')
              : i18n.t('The photo you sent, with frames around the faces')
          }
          className="max-h-[420px] max-w-full"
        />
        {faces.map((face) => (
          <span key={`${face.x} ${face.y}`} aria-hidden className={FRAME} style={placeOf(face)} />
        ))}
      </div>
    </div>
  );
}

type Box = { x: number; y: number; width: number; height: number };

/** Boxes are fractions of the picture's size. */
export function placeOf({ x, y, width, height }: Box) {
  return { left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` };
}

type Words = { title: string; advice: string };

export const REFUSAL_WORDS: Record<ReferenceProblem, Words> = {
  no_face: {
    title: /*i18n*/ 'We can’t see a face',
    advice: /*i18n*/ 'Try a photo from the front, in good light, without sunglasses or a mask.',
  },
  several_faces: {
    title: /*i18n*/ 'Who is it?',
    advice: /*i18n*/ 'There’s more than one face. Tap the right one, we’ll use only that.',
  },
  too_small: {
    title: /*i18n*/ 'The face is too small',
    advice: /*i18n*/ 'Move closer, or choose a photo where the face is bigger.',
  },
  too_blurred: {
    title: /*i18n*/ 'The face is blurry',
    advice: /*i18n*/ 'Hold still, or choose a sharper photo.',
  },
};

/** The sentence about one of several faces. */
export const FACE_PROBLEMS: Record<FaceProblem, { label: string; advice: string }> = {
  too_small: {
    label: /*i18n*/ 'Face {position} of {count}, too small',
    advice: /*i18n*/ 'This face is too small. Choose a photo from closer up.',
  },
  too_blurred: {
    label: /*i18n*/ 'Face {position} of {count}, too blurry',
    advice: /*i18n*/ 'This face is too blurry. Choose a sharper photo.',
  },
};
