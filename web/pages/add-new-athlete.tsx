import { ComingPage } from '#web/components/coming-page.tsx';

export function AddNewAthletePage() {
  return (
    <ComingPage
      title="Add an athlete"
      sentence="You will add an athlete here, with your consent and a few reference photos."
    />
  );
}
