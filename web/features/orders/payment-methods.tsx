import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { PaymentSource } from '#contract/entities/order.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { callApi } from '#web/lib/api.ts';
import { cardName } from '#web/lib/card-name.ts';
import { formatDate } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { useUser } from '#web/lib/session.ts';
import { describeExpiry, isCardExpired } from './cards.tsx';
import { reloadUser } from './orders.query.ts';

const NOT_REMOVED = /*i18n*/ 'We couldn’t remove the card. Please try again.';

export function PaymentMethods() {
  const cards = useUser().payment_sources;
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ id }: PaymentSource) => callApi(paymentEndpoints.removePaymentMethod, { body: { id } }),
    onSettled: () => reloadUser(client),
  });
  const { ask, question } = useConfirmed(remove, (card) => ({
    title: i18n.t('Remove this card?'),
    sentence: i18n.t('You won’t see {card} at checkout anymore. What you bought with it stays yours.', {
      card: cardName(card),
    }),
    confirmLabel: i18n.t('Remove card'),
  }));
  return (
    <div className="grid gap-3">
      {cards.length === 0 && (
        <p className="text-ink-2">{i18n.t('No cards yet. Add one here, or save one when you pay.')}</p>
      )}
      {cards.length > 0 && (
        <ul className="grid divide-y divide-line">
          {cards.map((card) => (
            <li key={card.id} className="flex min-h-16 items-start gap-4 py-3">
              <CreditCard size={24} strokeWidth={1.6} className="flex-none text-ink-3" />
              <div className="min-w-0 flex-1">
                <p className="text-15 font-[650]">{cardName(card)}</p>
                <p className={`text-13 tabular-nums ${isCardExpired(card) ? 'text-bad' : 'text-ink-2'}`}>
                  {describeExpiry(card)}
                </p>
                {card.consent && (
                  <details className="text-13 text-ink-2">
                    <summary className="w-fit cursor-pointer py-1">
                      {i18n.t('Saved with your OK on {date}', { date: formatDate(card.consent.at) })}
                    </summary>
                    <p className="max-w-[60ch] pb-2">{card.consent.words}</p>
                  </details>
                )}
              </div>
              <Button
                kind="ghost"
                size="small"
                className="-mr-3"
                aria-label={i18n.t('Remove {card}', { card: cardName(card) })}
                onClick={() => ask(card)}
              >
                {i18n.t('Remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-14 text-ink-2 empty:hidden">
        {remove.isError && i18n.t(NOT_REMOVED)}
      </p>
      {question}
    </div>
  );
}
