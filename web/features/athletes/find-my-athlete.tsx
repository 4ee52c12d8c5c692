import { useQuery } from '@tanstack/react-query';
import { ChevronRight, ScanFace } from 'lucide-react';
import { buttonStyle } from '#web/components/button-style.ts';
import { countOf } from '#web/lib/count-words.ts';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { useFaceMatching } from '#web/lib/site.query.ts';
import { athletesQuery } from './athletes.query.ts';

function useAthleteDoor() {
  const isOn = useFaceMatching();
  const { data: athletes = [] } = useQuery({ ...athletesQuery, enabled: isOn });
  const found = athletes.reduce((sum, { matches_sure }) => sum + matches_sure, 0);
  const [only] = athletes.length === 1 ? athletes : [];
  return {
    isOn,
    to: athletes.length > 0 ? paths.myAthlete : paths.addNewAthlete,
    isKnown: athletes.length > 0,
    found,
    only,
  };
}

export function FindMyAthlete() {
  const { isOn, to } = useAthleteDoor();
  if (!isOn) return null;
  return (
    <Link
      to={to}
      className={`${buttonStyle('ink')} fixed right-4 bottom-[calc(var(--tab-bar-height)+12px)] z-20 h-[50px]! shadow-3 desk:hidden`}
    >
      <ScanFace aria-hidden size={20} strokeWidth={1.8} />
      Find my athlete
    </Link>
  );
}

export function FindAthletePanel() {
  const { isOn, to, isKnown, found, only } = useAthleteDoor();
  if (!isOn) return null;
  const title = only
    ? `Photos of ${only.name}`
    : isKnown
      ? 'Photos of your athletes'
      : 'Find photos of your athlete';
  const sentence = isKnown
    ? found > 0
      ? `${countOf(found, 'photo')} in your albums.`
      : 'We are searching your albums.'
    : 'Add one photo of the face, and we search your albums.';
  return (
    <Link to={to} className="hidden items-center gap-3.5 rounded-card bg-spot-wash p-4 text-ink desk:flex">
      <span
        aria-hidden
        className="grid size-11 flex-none place-items-center rounded-full bg-spot text-spot-ink"
      >
        <ScanFace size={24} strokeWidth={1.8} />
      </span>
      <span className="grid flex-1 leading-[1.35]">
        <b className="text-15 font-bold">{title}</b>
        <span className="text-14 text-ink-2">{sentence}</span>
      </span>
      <ChevronRight aria-hidden size={20} strokeWidth={1.8} className="flex-none" />
    </Link>
  );
}
