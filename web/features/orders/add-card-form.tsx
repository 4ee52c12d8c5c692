import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { Button } from '#web/components/button.tsx';
import { SavedNote } from '#web/components/saved-note.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { useIsOnline } from '#web/lib/use-is-online.ts';
import { type CardEntry, CardRefused } from './card-entry.ts';
import { NewCardFields } from './new-card-fields.tsx';
import { paymentSettingsQuery } from './payment-settings.query.ts';
import { reloadUser } from './reload-purchases.ts';

const NOT_ADDED = 'The card could not be added. Please try again.';

function quietSentence(error: unknown): string {
  const isCardsFault = error instanceof CardRefused || (isApiError(error) && error.status === 402);
  return isCardsFault ? error.message : NOT_ADDED;
}

export function AddCardForm() {
  const { data: settings } = useQuery(paymentSettingsQuery);
  const client = useQueryClient();
  const isOnline = useIsOnline();
  const entry = useRef<CardEntry>(null);
  const [addedCount, setAddedCount] = useState(0);
  const add = useMutation({
    mutationFn: async () => {
      const token = await entry.current?.makeToken();
      if (token === undefined) return false;
      await callApi(paymentEndpoints.addPaymentMethod, { body: { token } });
      await reloadUser(client);
      return true;
    },
    onSuccess: (isAdded) => isAdded && setAddedCount((count) => count + 1),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending && isOnline) add.mutate();
  };
  if (!settings) return <Skeleton label="Loading the card form" className="h-[172px]" />;
  return (
    <form noValidate onSubmit={submit} aria-label="New card" className="grid gap-5 sm:max-w-[460px]">
      <NewCardFields key={addedCount} settings={settings} entry={entry} />
      <p role="status" className="text-14 font-medium text-bad empty:hidden">
        {add.isError && quietSentence(add.error)}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" isBusy={add.isPending} disabled={!isOnline}>
          Add card
        </Button>
        <SavedNote isSaved={add.data === true && !add.isPending} text="Card added" />
        {!isOnline && <p className="text-14 font-medium text-warn">You are offline.</p>}
      </div>
    </form>
  );
}
