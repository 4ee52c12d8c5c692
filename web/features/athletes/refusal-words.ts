import type { ReferenceProblem } from '#contract/rules/athletes.ts';

type Words = { title: string; advice: string };

export const REFUSAL_WORDS: Record<ReferenceProblem, Words> = {
  no_face: {
    title: 'No face was found',
    advice: 'Take one from the front, in good light, without sunglasses or a mask.',
  },
  several_faces: {
    title: 'There are several faces',
    advice: 'Tap the right one, and only that face is used.',
  },
  too_small: {
    title: 'The face is too small',
    advice: 'Go closer, or choose a photo where the face is larger.',
  },
  too_blurred: {
    title: 'The face is blurred',
    advice: 'Hold still for a moment, or choose a sharper photo.',
  },
};
