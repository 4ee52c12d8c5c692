import { useEffect, useReducer, useState } from 'react';
import { type Wall, type WallPhoto, wallEndpoints } from '#contract/endpoints/wall.ts';
import { callApi } from '#web/lib/api.ts';
import { type LinkView, NOTHING_YET, pollLink } from '#web/lib/poll-link.ts';
import { addressOf } from '#web/lib/transport.ts';

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
  | { kind: 'polled'; photos: readonly WallPhoto[]; auth: string }
  | { kind: 'turn' }
  | { kind: 'loaded' | 'broken'; key: number };

/** There are never more than two slides: one on the screen, one that loads. */
export function playWall(state: WallState, step: WallStep): WallState {
  switch (step.kind) {
    case 'polled':
      return takeChange(state, step);
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
function takeChange(state: WallState, { photos, auth }: { photos: readonly WallPhoto[]; auth: string }) {
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

const SLIDE_MS = 7_000;
/** After this long without an answer a shown photo may have been withdrawn, so the wall shows none. */
const TRUST_MS = 60_000;

const START: WallView = { ...NOTHING_YET, auth: '' };

/** Polls the wall and moves on to the next photo every few seconds. */
export function useWall(token: string) {
  const [view, setView] = useState<WallView>(START);
  const [player, play] = useReducer(playWall, EMPTY_WALL);
  useEffect(() => {
    setView(START);
    return pollWall(token, (next) => {
      setView(next);
      play({ kind: 'polled', photos: next.data?.photos ?? [], auth: next.auth });
    });
  }, [token]);
  useEffect(() => {
    const timer = setInterval(() => play({ kind: 'turn' }), SLIDE_MS);
    return () => clearInterval(timer);
  }, []);
  const isTrusted = useIsTrusted(view.updatedAt);
  return { view, player, play, isTrusted };
}

function useIsTrusted(updatedAt: number | undefined): boolean {
  const [isTrusted, setIsTrusted] = useState(false);
  useEffect(() => {
    if (updatedAt === undefined) return;
    setIsTrusted(true);
    const timer = setTimeout(() => setIsTrusted(false), TRUST_MS);
    return () => clearTimeout(timer);
  }, [updatedAt]);
  return isTrusted;
}

type WallView = LinkView<Wall> & {
  /** The token that opens the photos; every answer brings a new one. */
  auth: string;
};

function pollWall(token: string, onView: (view: WallView) => void): () => void {
  let auth = '';
  return pollLink<Wall>(
    async (question, signal) => {
      const body = { token, ...question };
      const answer = await callApi(wallEndpoints.openWall, { body, signal, retry: false });
      auth = answer.auth;
      return { version: answer.version, data: answer.wall ?? undefined };
    },
    (view) => onView({ ...view, auth }),
  );
}

function wallAddress(imageId: number, auth: string): string {
  return addressOf(wallEndpoints.wallImage, { params: { name: `${imageId}.preview` }, query: { auth } });
}

// Decides which photo the wall shows next. It remembers no more photos than the wall has.

export type Shown = ReadonlySet<number>;

/** New photos come first; once all have been shown, they start over with the newest. */
export function nextPhoto<Photo extends { id: number }>(
  photos: readonly Photo[],
  shown: Shown,
  currentId: number | undefined,
): { photo: Photo | undefined; shown: Shown } {
  const known = new Set(photos.filter(({ id }) => shown.has(id)).map(({ id }) => id));
  const unseen = photos.find(({ id }) => !known.has(id));
  const photo = unseen ?? photos.find(({ id }) => id !== currentId) ?? photos[0];
  if (!photo) return { photo, shown: new Set() };
  return { photo, shown: unseen ? known.add(photo.id) : new Set([photo.id]) };
}
