import { useQuery } from '@tanstack/react-query';
import { buttonStyle } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { DefaultSettingsSummary } from '#web/features/notifications/default-settings-form.tsx';
import { CouponsPanel } from '#web/features/settings/coupons-panel.tsx';
import { LegalPanel } from '#web/features/settings/legal-panel.tsx';
import { settingsQuery } from '#web/features/settings/settings.query.ts';
import { SettingsForm } from '#web/features/settings/settings-form.tsx';
import { SettingsHistory, SettingsMenu } from '#web/features/settings/settings-menu.tsx';
import { InviteButton, StaffInvitations, StaffList } from '#web/features/users/staff-members.tsx';
import { StaffRoles } from '#web/features/users/staff-roles.tsx';
import { Link, paths } from '#web/lib/navigation.tsx';

export function AdminSettingsPage() {
  const query = useQuery(settingsQuery);
  return (
    <div className="grid max-w-[1120px] grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 px-4 py-8 desk:grid-cols-[216px_minmax(0,1fr)] desk:px-10">
      <div className="desk:col-span-2">
        <PageHeading title="Settings">Changes apply immediately and are recorded.</PageHeading>
      </div>
      <QueryState
        query={query}
        loading={<Skeleton label="Loading settings" className="h-[640px] desk:col-span-2" />}
      >
        {(settings) => (
          <>
            <SettingsMenu />
            <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 [&_section]:scroll-mt-[144px] desk:[&_section]:scroll-mt-[88px]">
              <SettingsForm settings={settings}>
                <OtherSections />
              </SettingsForm>
            </div>
          </>
        )}
      </QueryState>
    </div>
  );
}

function OtherSections() {
  return (
    <>
      <LegalPanel />
      <CouponsPanel />
      <SectionCard
        id="notifications"
        title="Notification defaults"
        intro="For customers who have not changed their settings."
        aside={
          <Link to={paths.adminNotificationSettings} className={buttonStyle('line', 'small')}>
            Change
          </Link>
        }
      >
        <DefaultSettingsSummary />
      </SectionCard>
      <SectionCard
        id="roles"
        title="Staff and roles"
        intro="To change somebody’s role, open their page."
        aside={
          <span className="flex flex-wrap gap-2">
            <Link to={paths.adminUsers} className={buttonStyle('line', 'small')}>
              All users
            </Link>
            <InviteButton />
          </span>
        }
      >
        <div>
          <StaffList />
          <StaffInvitations />
        </div>
        <h3 className="text-16 font-[750]">What each role may do</h3>
        <StaffRoles />
      </SectionCard>
      <SectionCard id="history" title="History">
        <SettingsHistory />
      </SectionCard>
    </>
  );
}
