import type { FaceProblem, ReferenceProblem } from '#contract/rules/athletes.ts';

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

/** Words about one of several faces. */
export const FACE_PROBLEMS: Record<FaceProblem, { label: string; advice: string }> = {
  too_small: {
    label: 'too small',
    advice: 'This face is too small to recognize. Choose a photo taken closer.',
  },
  too_blurred: {
    label: 'too blurry',
    advice: 'This face is too blurry to recognize. Choose a sharper photo.',
  },
};
