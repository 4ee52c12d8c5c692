import { PageHeading } from '#web/components/page-heading.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { AddCardForm } from '#web/features/orders/add-card-form.tsx';
import { PaymentMethods } from '#web/features/orders/payment-methods.tsx';
import { i18n } from '#web/lib/i18n.ts';

export function AddPaymentMethodPage() {
  return (
    <div className="wrap grid gap-6 py-8 desk:max-w-[840px] desk:gap-8 desk:py-12">
      <PageHeading title={i18n.t('Payment methods')} />
      <SectionCard
        title={i18n.t('Your cards')}
        intro={i18n.t(
          'Our card provider stores them. We only see the brand, the last four digits and the expiration date.',
        )}
      >
        <PaymentMethods />
      </SectionCard>
      <SectionCard title={i18n.t('Add a card')}>
        <AddCardForm />
      </SectionCard>
    </div>
  );
}
