import { PageHeading } from '#web/components/page-heading.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { DefaultSettingsForm } from '#web/features/notifications/default-settings-form.tsx';

export function AdminNotificationSettingsPage() {
  return (
    <div className="grid max-w-[860px] gap-6 px-4 py-8 desk:px-10">
      <PageHeading title="Notification defaults" />
      <SectionCard
        title="Site default"
        intro="For customers who have not changed their settings. Text messages go only to verified numbers."
      >
        <DefaultSettingsForm />
      </SectionCard>
    </div>
  );
}
