import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { CardSetup } from '#contract/entities/order.ts';
import { CARD_CONSENT, CARD_CONSENT_VERSION } from '#contract/rules/cards.ts';
import { Button } from '#web/components/button.tsx';
import { Form } from '#web/components/form.tsx';
import { SavedNote } from '#web/components/saved-note.tsx';
import { Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { BACK_FROM_BANK, paymentSearch, useSearchState } from '#web/lib/search-params.ts';
import { useIsOnline } from '#web/lib/use-is-online.ts';
import { LazyBankSheet, NewCardFields, useBank } from './card-fields.tsx';
import { type CardEntry, CardRefused } from './cards.tsx';
import { reloadUser } from './orders.query.ts';
import { paymentSettingsQuery } from './payment-settings.tsx';

const NOT_ADDED = /*i18n*/ 'We couldn’t add the card. Please try again.';
const NOT_CONFIRMED = /*i18n*/ 'Your bank didn’t confirm the card, so it wasn’t added.';

function quietSentence(error: unknown): string {
  const isCardsFault = error instanceof CardRefused || (isApiError(error) && error.status === 402);
  return isCardsFault ? error.message : i18n.t(NOT_ADDED);
}

export function AddCardForm() {
  const { data: settings } = useQuery(paymentSettingsQuery);
  const client = useQueryClient();
  const isOnline = useIsOnline();
  const entry = useRef<CardEntry>(null);
  const [addedCount, setAddedCount] = useState(0);
  const { question, askBank } = useBank(settings);
  const { search, change } = useSearchState(paymentSearch);
  const finish = ({ setup }: Pick<CardSetup, 'setup'>) =>
    callApi(paymentEndpoints.finishCardSetup, { body: { setup } });
  const startSetup = async (): Promise<CardSetup | undefined> => {
    const token = await entry.current?.makeToken();
    if (token === undefined) return undefined;
    return callApi(paymentEndpoints.setUpCard, { body: { token, consent: CARD_CONSENT_VERSION } });
  };
  const add = useMutation({
    /** The setup that the bank has just sent the customer back from, if any. */
    mutationFn: async (setup: string | undefined) => {
      const started = setup === undefined ? await startSetup() : await finish({ setup });
      if (!started) return false;
      const isWaiting = started.status === 'requires_action' && setup === undefined;
      if (isWaiting) await askBank(started);
      const { status } = isWaiting ? await finish(started) : started;
      if (status !== 'kept') throw new CardRefused(i18n.t(NOT_CONFIRMED));
      await reloadUser(client);
      return true;
    },
    onSuccess: (isAdded) => isAdded && setAddedCount((count) => count + 1),
  });
  const { mutate } = add;
  const returned = search.setup_intent;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page finishes a setup once, when it opens
  useEffect(() => {
    if (returned === undefined) return;
    mutate(returned);
    void change(BACK_FROM_BANK);
  }, [returned]);
  if (!settings) return <Skeleton label={i18n.t('Loading the card form')} className="h-[172px]" />;
  return (
    <Form
      label={i18n.t('New card')}
      onSubmit={() => !add.isPending && isOnline && add.mutate(undefined)}
      className="grid gap-5 sm:max-w-[460px]"
    >
      <NewCardFields key={addedCount} settings={settings} entry={entry} />
      <p id="card-consent" className="text-14 text-ink-2">
        {i18n.t('By adding it, you agree: {consent}', { consent: i18n.t(CARD_CONSENT) })}
      </p>
      <p role="status" className="text-14 font-medium text-bad empty:hidden">
        {add.isError && quietSentence(add.error)}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" isBusy={add.isPending} disabled={!isOnline} aria-describedby="card-consent">
          {i18n.t('Add card')}
        </Button>
        <SavedNote isSaved={add.data === true && !add.isPending} text={i18n.t('Card added')} />
        {!isOnline && <p className="text-14 font-medium text-warn">{i18n.t('You’re offline.')}</p>}
      </div>
      <LazyBankSheet question={question} />
    </Form>
  );
}
