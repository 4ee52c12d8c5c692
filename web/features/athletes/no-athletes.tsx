import { ScanFace } from 'lucide-react';
import { buttonStyle } from '#web/components/button-style.ts';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';

const STEPS = [
  ['Add a photo', 'One good photo of the face, from your phone.'],
  ['We search', 'We search the albums of the teams you follow, and every new one.'],
  ['You decide', 'Confirm the right photos, reject the wrong ones, and buy only what you like.'],
] as const;

export function NoAthletes() {
  return (
    <section className="grid justify-items-center gap-6 rounded-sheet bg-sunk px-5 py-10 text-center desk:py-16">
      <span aria-hidden className="grid size-16 place-items-center rounded-full bg-spot text-spot-ink">
        <ScanFace size={34} strokeWidth={1.8} />
      </span>
      <div className="grid gap-1.5">
        <h2 className="text-22 font-[750] tracking-[-0.02em]">Find photos of your athlete</h2>
        <p className="max-w-[46ch] text-ink-2">No more scrolling through hundreds of photos for one face.</p>
      </div>
      <Link to={paths.addNewAthlete} className={`${buttonStyle()} h-[54px]! px-8! text-16!`}>
        Add an athlete
      </Link>
      <ol className="grid w-full max-w-[840px] gap-3 text-left sm:grid-cols-3">
        {STEPS.map(([title, sentence], index) => (
          <li key={title} className="grid content-start gap-1 rounded-card bg-surface p-5">
            <b className="flex items-center gap-2.5">
              <span aria-hidden className="font-num text-22 font-semibold text-ink-3">
                {index + 1}
              </span>
              {title}
            </b>
            <span className="text-14 text-ink-2">{sentence}</span>
          </li>
        ))}
      </ol>
      <p className="max-w-[52ch] text-14 text-ink-2">
        We ask for your consent first, search only albums of your saved teams, invitations and purchases, and
        delete everything when you ask us to.
      </p>
    </section>
  );
}
