import { useEffect, useState } from 'react';
import { NOTHING_YET } from '#web/lib/follow-link.ts';
import { type CockpitView, followCockpit } from './follow-cockpit.ts';

export function useCockpit(token: string): CockpitView {
  const [view, setView] = useState<CockpitView>(NOTHING_YET);
  useEffect(() => {
    setView(NOTHING_YET);
    return followCockpit(token, setView);
  }, [token]);
  return view;
}
