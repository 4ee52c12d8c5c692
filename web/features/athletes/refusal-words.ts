import type { ReferenceProblem } from '#contract/rules/athletes.ts';

type Words = { title: string; advice: string };

export const REFUSAL_WORDS: Record<ReferenceProblem, Words> = {
  no_face: {
    title: 'No face found',
    advice: 'Use a photo from the front, in good light, without sunglasses or a mask.',
  },
  several_faces: {
    title: 'More than one face found',
    advice: 'Tap the right face. We use only that one.',
  },
  too_small: {
    title: 'The face is too small',
    advice: 'Move closer, or choose a photo with a larger face.',
  },
  too_blurred: {
    title: 'The face is blurry',
    advice: 'Hold still, or choose a sharper photo.',
  },
};
