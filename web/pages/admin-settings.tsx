import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FailedState } from '#web/components/failed-state.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { CouponsPanel } from '#web/features/settings/coupons-panel.tsx';
import { settingsQuery } from '#web/features/settings/settings.query.ts';
import { SettingsForm } from '#web/features/settings/settings-form.tsx';
import { SettingsHistory } from '#web/features/settings/settings-history.tsx';
import { changeSearch } from '#web/lib/change-search.ts';
import { paths } from '#web/lib/paths.ts';

const STAFF_ROLES = [
  { role: 'super', label: 'Super users' },
  { role: 'analyst', label: 'Analysts' },
  { role: 'customer_support', label: 'Support' },
];

const LINK = 'underline underline-offset-2';

/** What the business decides while the site runs. */
export function AdminSettingsPage() {
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <div className="grid max-w-[860px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 desk:px-10">
      <PageHeading title="Settings">Changes apply at once, without a restart, and are on record.</PageHeading>
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton label="Loading settings" className="h-64" />}
      {data && <SettingsForm settings={data} />}
      <CouponsPanel />
      <SectionCard title="People and messages">
        <ul className="grid gap-2 text-15">
          {STAFF_ROLES.map(({ role, label }) => (
            <li key={role}>
              <Link to={paths.adminUsers} search={changeSearch({ role })} className={LINK}>
                {label}
              </Link>
            </li>
          ))}
          <li>
            <Link to={paths.adminNotificationSettings} className={LINK}>
              Notification defaults
            </Link>
          </li>
        </ul>
      </SectionCard>
      <SectionCard title="History">
        <SettingsHistory />
      </SectionCard>
    </div>
  );
}
