import { PageHeading } from '#web/components/page-heading.tsx';
import { OpenOrdersList } from '#web/features/orders/open-orders-list.tsx';
import { i18n } from '#web/lib/i18n.ts';

export function OpenOrdersPage() {
  return (
    <div className="wrap py-8 desk:py-12">
      <div className="mx-auto grid max-w-[880px] gap-6 desk:gap-8">
        <PageHeading title={i18n.t('Unpaid and group orders')}>
          {i18n.t('Orders you haven’t paid yet, and the group orders you’re in.')}
        </PageHeading>
        <OpenOrdersList />
      </div>
    </div>
  );
}
