import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { taxEndpoints } from '#contract/endpoints/tax.ts';
import { Button } from '#web/components/button.tsx';
import { Form, SelectField, TextField } from '#web/components/form.tsx';
import { ErrorNotice, FailedState, QueryState, Skeleton } from '#web/components/states.tsx';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { listCountryCodes } from '#web/lib/countries.ts';
import { i18n } from '#web/lib/i18n.ts';
import { reloadUser } from './orders.query.ts';

export const taxPlaceQuery = apiQuery(['tax-place'], taxEndpoints.getTaxPlace);
type Known = ResponseOf<typeof taxEndpoints.getTaxPlace>;

/** Returns whether a place would help: there is none yet, or Stripe Tax does not know it. */
export const needsTaxPlace = (error: unknown) =>
  isApiError(error, 'tax_place_needed') || isApiError(error, 'tax_place_unknown');

/** Stands where a price should be, and asks for what it lacks. */
export function PriceFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return needsTaxPlace(error) ? (
    <TaxPlaceForm error={error} />
  ) : (
    <FailedState error={error} onRetry={onRetry} />
  );
}

type TaxPlaceFormProps = {
  /** The refusal that led to this form. */
  error?: Error;
  submitLabel?: string;
  onSaved?: () => void;
};

/** Asks where the buyer is taxed, only where it decides, and once: the answer is kept with the account. */
export function TaxPlaceForm(props: TaxPlaceFormProps) {
  const query = useQuery(taxPlaceQuery);
  return (
    <QueryState query={query} loading={<Skeleton label={i18n.t('Loading')} className="h-[120px]" />}>
      {(known) => <PlaceFields known={known} {...props} />}
    </QueryState>
  );
}

async function reloadPrices(client: QueryClient): Promise<void> {
  await reloadUser(client);
  await client.invalidateQueries({ queryKey: taxPlaceQuery.queryKey });
  await client.invalidateQueries({ queryKey: ['payments', 'quote'] });
}

function PlaceFields({ known, error, submitLabel, onSaved }: TaxPlaceFormProps & { known: Known }) {
  const client = useQueryClient();
  const [country, setCountry] = useState(known.place?.country ?? known.home_country);
  const [zip, setZip] = useState(known.place?.postal_code ?? '');
  const [state, setState] = useState(known.place?.state ?? '');
  const states = known.states.find((one) => one.country === country)?.states ?? [];
  const isUs = country === 'US';
  const unknown = isApiError(error, 'tax_place_unknown') ? error : undefined;
  const save = useMutation({
    mutationFn: () =>
      callApi(taxEndpoints.saveTaxPlace, {
        body: { country, postal_code: zip.trim(), state: isUs ? '' : state },
      }),
    onSuccess: async () => {
      await reloadPrices(client);
      onSaved?.();
    },
  });
  const submit = (event: FormEvent) => {
    event.stopPropagation();
    if (!save.isPending) save.mutate();
  };
  return (
    <Form onSubmit={submit} className="grid gap-3">
      <p className="text-14 text-ink-2">{i18n.t('Tax depends on where you live. We only ask once.')}</p>
      <SelectField
        label={i18n.t('Country')}
        value={country}
        onChange={(event) => {
          setCountry(event.target.value);
          setState('');
        }}
      >
        {listCountryCodes().map(({ code, shown }) => (
          <option key={code} value={code}>
            {shown}
          </option>
        ))}
      </SelectField>
      <TextField
        label={isUs ? i18n.t('ZIP code') : i18n.t('Postal code')}
        optional={!isUs}
        value={zip}
        maxLength={12}
        autoComplete="postal-code"
        inputMode={isUs ? 'numeric' : 'text'}
        onChange={(event) => setZip(event.target.value)}
        error={save.error || unknown ? messageOf(save.error ?? unknown) : undefined}
      />
      {!isUs && states.length > 0 && (
        <SelectField
          label={i18n.t('State or province')}
          value={state}
          onChange={(event) => setState(event.target.value)}
        >
          <option value="">{i18n.t('Somewhere else')}</option>
          {states.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </SelectField>
      )}
      <Button type="submit" isBusy={save.isPending}>
        {submitLabel ?? i18n.t('Show my total')}
      </Button>
    </Form>
  );
}

const placeText = ({ postal_code, state, country }: NonNullable<Known['place']>) =>
  [state || country, postal_code].filter(Boolean).join(' ');

/** Names the place that the tax of a price comes from, and lets the buyer correct it. */
export function TaxPlaceNote() {
  const { data } = useQuery(taxPlaceQuery);
  const [isOpen, setIsOpen] = useState(false);
  if (!data?.is_asked) return null;
  if (isOpen) return <TaxPlaceForm onSaved={() => setIsOpen(false)} />;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-14 text-ink-2">
      {data.place && i18n.t('Tax for {place}', { place: placeText(data.place) })}
      <Button
        kind="ghost"
        size="small"
        className={data.place ? '' : '-ml-3.5'}
        onClick={() => setIsOpen(true)}
      >
        {data.place ? i18n.t('Change') : i18n.t('Tell us where you live')}
      </Button>
    </p>
  );
}

/** The tax place on the profile, with a way to change or remove it. */
export function TaxPlaceSection() {
  const client = useQueryClient();
  const { data } = useQuery(taxPlaceQuery);
  const [isOpen, setIsOpen] = useState(false);
  const remove = useMutation({
    mutationFn: () => callApi(taxEndpoints.removeTaxPlace),
    onSuccess: () => reloadPrices(client),
  });
  if (!data) return null;
  if (isOpen || !data.place)
    return <TaxPlaceForm submitLabel={i18n.t('Save')} onSaved={() => setIsOpen(false)} />;
  const country = listCountryCodes().find(({ code }) => code === data.place?.country)?.shown;
  return (
    <div className="grid gap-3">
      <ErrorNotice error={remove.error} />
      <p className="text-18 font-bold">{[placeText(data.place), country].filter(Boolean).join(', ')}</p>
      <p className="text-14 text-ink-2">
        {i18n.t('It applies to new purchases. If you remove it, we’ll ask again when you buy something.')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button kind="line" size="small" onClick={() => setIsOpen(true)}>
          {i18n.t('Change')}
        </Button>
        <Button kind="ghost" size="small" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          {i18n.t('Remove')}
        </Button>
      </div>
    </div>
  );
}
