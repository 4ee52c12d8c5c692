import { PageHeading } from '#web/components/page-heading.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { CustomerAthletes } from '#web/features/athletes/customer-athletes.tsx';
import { paths, usePathParams } from '#web/lib/navigation.tsx';

export function AdminUserAthletesPage() {
  const { userid } = usePathParams('/admin/users/user-athletes/:userid');
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-6 py-6 desk:py-8">
      <div className="grid gap-1">
        <PageHeading title="Athletes">
          Names, consents and counts. Only the customer can see the faces. Every visit to this page is
          recorded.
        </PageHeading>
        <p>
          <TextLink to={paths.adminUser(userid)}>Customer {userid}</TextLink>
        </p>
      </div>
      <CustomerAthletes userId={Number(userid)} />
    </div>
  );
}
