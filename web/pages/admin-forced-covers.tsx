import { PageHeading } from '#web/components/page-heading.tsx';
import { ForcedCovers } from '#web/features/safe-share/forced-covers.tsx';

export function AdminForcedCoversPage() {
  return (
    <div className="mx-auto grid w-full max-w-[1000px] gap-5 p-4 desk:p-6">
      <PageHeading title="Never show my child">
        These faces are covered when other families share, and their photos stay off venue screens and album
        covers. Decline a request if the face is not the parent’s child.
      </PageHeading>
      <ForcedCovers />
    </div>
  );
}
