import { useState } from 'react';

/** The third part of a token is its scope, whose first letter says whether it opens clean pictures. */
const scopeOf = (token: string | null) => token?.split('.')[2]?.[0];

/**
 * Refreshed lists bring a new token for the same picture each time. The first token stays in use, because a
 * new one would download every picture again; `renew` takes the newest once the kept one has expired. A token of
 * another scope is taken at once, so that a photo loses its watermark when it is bought.
 */
export function useSteadyToken(picture: string, token: string | null) {
  const [kept, setKept] = useState({ picture, token });
  const isSameScope = token === null || scopeOf(kept.token) === scopeOf(token);
  const isUsable = kept.picture === picture && kept.token !== null && isSameScope;
  if (!isUsable && (kept.picture !== picture || token !== null)) setKept({ picture, token });
  return {
    token: isUsable ? kept.token : token,
    renew: () => setKept({ picture, token }),
  };
}
