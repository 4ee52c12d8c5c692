import { useState } from 'react';

/**
 * Lists that refresh bring a new token for the same picture each time. The first one stays in use, or every
 * refresh would fetch every picture again; `renew` takes the newest once the kept one opens nothing any more.
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
