import { ComingPage } from '#web/components/coming-page.tsx';

export function AdminReportPhotoReviewPage() {
  return (
    <ComingPage
      title="Reported photos"
      sentence="Photos that customers reported will wait here for a decision."
    />
  );
}
