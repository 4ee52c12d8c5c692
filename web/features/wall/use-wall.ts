import { useEffect, useReducer, useState } from 'react';
import { NOTHING_YET } from '#web/lib/follow-link.ts';
import { followWall, type WallView } from './follow-wall.ts';
import { EMPTY_WALL, playWall } from './wall-player.ts';

export const SLIDE_MS = 7_000;
/** Without news for this long nobody knows whether a photo may still be shown, so none is. */
const TRUST_MS = 60_000;

const START: WallView = { ...NOTHING_YET, auth: '' };

/** Follows the wall and turns its photos. */
export function useWall(token: string) {
  const [view, setView] = useState<WallView>(START);
  const [player, play] = useReducer(playWall, EMPTY_WALL);
  useEffect(() => {
    setView(START);
    return followWall(token, (next) => {
      setView(next);
      play({ kind: 'news', photos: next.data?.photos ?? [], auth: next.auth });
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
