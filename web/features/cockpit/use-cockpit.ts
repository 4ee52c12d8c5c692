import { useEffect, useState } from 'react';
import { type CockpitView, followCockpit, NOTHING_YET } from './follow-cockpit.ts';

export function useCockpit(token: string): CockpitView {
  const [view, setView] = useState(NOTHING_YET);
  useEffect(() => {
    setView(NOTHING_YET);
    return followCockpit(token, setView);
  }, [token]);
  return view;
}
