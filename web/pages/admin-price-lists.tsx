import { PageHeading } from '#web/components/page-heading.tsx';
import { PriceLists } from '#web/features/admin-albums/price-lists.tsx';

export function AdminPriceListsPage() {
  return (
    <div className="grid gap-6 px-4 py-8 desk:px-10">
      <PageHeading title="Price lists">
        New events start from these prices. Changing them for one event doesn’t change the list.
      </PageHeading>
      <PriceLists />
    </div>
  );
}
