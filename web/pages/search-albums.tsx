import { ComingPage } from '#web/components/coming-page.tsx';

export function SearchAlbumsPage() {
  return (
    <ComingPage
      title="Find a team"
      sentence="Search for a program, team or division and save it, so that new albums reach you."
    />
  );
}
