import type { WallPhoto } from '#contract/endpoints/wall.ts';
import { wallAddress } from './follow-wall.ts';
import { nextPhoto, type Shown } from './wall-order.ts';

/** The address is made once per slide, because the token in it changes with every answer. */
export type Slide = { key: number; photo: WallPhoto; address: string };

export type WallState = {
  photos: readonly WallPhoto[];
  auth: string;
  shown: Shown;
  /** The slide on the screen. */
  front: Slide | undefined;
  /** The slide that loads and then takes its place. */
  coming: Slide | undefined;
  turns: number;
};

export const EMPTY_WALL: WallState = {
  photos: [],
  auth: '',
  shown: new Set(),
  front: undefined,
  coming: undefined,
  turns: 0,
};

export type WallStep =
  | { kind: 'news'; photos: readonly WallPhoto[]; auth: string }
  | { kind: 'turn' }
  | { kind: 'loaded' | 'broken'; key: number };

/** There are never more than two slides: one on the screen, one that loads. */
export function playWall(state: WallState, step: WallStep): WallState {
  switch (step.kind) {
    case 'news':
      return takeNews(state, step);
    case 'turn':
      return state.coming ? state : turn(state);
    case 'loaded':
      return state.coming?.key === step.key ? { ...state, front: state.coming, coming: undefined } : state;
    case 'broken':
      if (state.coming?.key === step.key) return { ...state, coming: undefined };
      return state.front?.key === step.key ? { ...state, front: undefined } : state;
  }
}

/** A photo that was taken down leaves the screen at once, and the next one comes without waiting for its turn. */
function takeNews(state: WallState, { photos, auth }: { photos: readonly WallPhoto[]; auth: string }) {
  const isThere = (slide: Slide | undefined) => photos.some(({ id }) => id === slide?.photo.id);
  const front = isThere(state.front) ? state.front : undefined;
  const coming = isThere(state.coming) ? state.coming : undefined;
  const next = { ...state, photos, auth, front, coming };
  return front || coming ? next : turn(next);
}

function turn(state: WallState): WallState {
  const { photo, shown } = nextPhoto(state.photos, state.shown, state.front?.photo.id);
  if (!photo || photo.id === state.front?.photo.id) return { ...state, shown };
  const turns = state.turns + 1;
  return {
    ...state,
    shown,
    turns,
    coming: { key: turns, photo, address: wallAddress(photo.id, state.auth) },
  };
}
