import { useState } from 'react';

/**
 * Refreshed lists bring a new token for the same picture each time. The first token stays in use, because a
 * new one would download every picture again; `renew` takes the newest once the kept one has expired.
 */
export function useSteadyToken(picture: string, token: string | null) {
  const [kept, setKept] = useState({ picture, token });
  const isUsable = kept.picture === picture && kept.token !== null;
  if (!isUsable && (kept.picture !== picture || token !== null)) setKept({ picture, token });
  return {
    token: isUsable ? kept.token : token,
    renew: () => setKept({ picture, token }),
  };
}
