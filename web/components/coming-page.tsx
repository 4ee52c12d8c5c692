import { ComingState } from './coming-state.tsx';
import { PageHeading } from './page-heading.tsx';

type ComingPageProps = { title: string; sentence: string };

export function ComingPage({ title, sentence }: ComingPageProps) {
  return (
    <div className="wrap grid gap-8 py-8 desk:py-12">
      <PageHeading title={title} />
      <ComingState sentence={sentence} />
    </div>
  );
}
