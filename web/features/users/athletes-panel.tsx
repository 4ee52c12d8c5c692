import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { countOf } from '#web/lib/formats.ts';
import { paths } from '#web/lib/navigation.tsx';
import { Nothing, Panel, PanelFrame } from './panel.tsx';
import { userAthletesQuery } from './users.query.ts';

/** Every read is recorded, so the athletes are loaded only on request. */
export function AthletesPanel({ userId }: { userId: number }) {
  const [isShown, setIsShown] = useState(false);
  if (isShown) return <ShownAthletes userId={userId} />;
  return (
    <PanelFrame
      title="Athletes"
      aside={
        <Button kind="ghost" size="small" className="-mr-3" onClick={() => setIsShown(true)}>
          Show athletes
        </Button>
      }
    >
      <Nothing>Shows names and counts, never faces. Each visit is logged.</Nothing>
    </PanelFrame>
  );
}

function ShownAthletes({ userId }: { userId: number }) {
  const answer = useQuery(userAthletesQuery(userId));
  return (
    <Panel title="Athletes" answer={answer}>
      {(athletes) => (
        <>
          {athletes.length === 0 && <Nothing>No athletes yet.</Nothing>}
          <ul className="grid">
            {athletes.map((athlete) => (
              <li
                key={athlete.id}
                className="grid min-h-12 content-center gap-0.5 border-line px-4 py-2 text-14 not-last:border-b"
              >
                <span className="truncate font-[650]">{athlete.name}</span>
                <span className="text-13 tabular-nums text-ink-2">
                  {countOf(athlete.user_athlete_reference_photos.length, 'reference photo')},{' '}
                  {countOf(athlete.matches_sure, 'sure match', 'sure matches')}, {athlete.matches_maybe}{' '}
                  possible
                  {!athlete.consented_at && ', no consent'}
                </span>
              </li>
            ))}
          </ul>
          <p className="border-line border-t px-4 text-14">
            <TextLink to={paths.adminUserAthletes(userId)}>Consents and dates</TextLink>
          </p>
        </>
      )}
    </Panel>
  );
}
