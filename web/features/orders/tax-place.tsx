import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { taxEndpoints } from '#contract/endpoints/tax.ts';
import { COUNTRIES } from '#contract/rules/countries.ts';
import { Button } from '#web/components/button.tsx';
import { Form, SelectField, TextField } from '#web/components/form.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { reloadUser } from './orders.query.ts';

const placeQuery = apiQuery(['tax-place'], taxEndpoints.getTaxPlace);
type Known = ResponseOf<typeof taxEndpoints.getTaxPlace>;

/** Asks where the buyer is taxed, only where it decides, and once: the answer is kept with the account. */
export function TaxPlaceForm({ onSaved }: { onSaved?: () => void }) {
  const query = useQuery(placeQuery);
  return (
    <QueryState query={query} loading={<Skeleton label={i18n.t('Loading')} className="h-[120px]" />}>
      {(known) => <PlaceFields known={known} onSaved={onSaved} />}
    </QueryState>
  );
}

function PlaceFields({ known, onSaved }: { known: Known; onSaved: (() => void) | undefined }) {
  const client = useQueryClient();
  const [country, setCountry] = useState(known.place?.country ?? known.home_country);
  const [zip, setZip] = useState(known.place?.postal_code ?? '');
  const [state, setState] = useState(known.place?.state ?? '');
  const states = known.states.find((one) => one.country === country)?.states ?? [];
  const isUs = country === 'US';
  const save = useMutation({
    mutationFn: () =>
      callApi(taxEndpoints.saveTaxPlace, {
        body: { country, postal_code: zip.trim(), state: isUs ? '' : state },
      }),
    onSuccess: async () => {
      await reloadUser(client);
      await client.invalidateQueries({ queryKey: placeQuery.queryKey });
      await client.invalidateQueries({ queryKey: ['payments', 'quote'] });
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
        {COUNTRIES.map(({ name, code }) => (
          <option key={name} value={code}>
            {countryName(code, name)}
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
        error={save.error ? messageOf(save.error) : undefined}
      />
      {!isUs && states.length > 0 && (
        <SelectField
          label={i18n.t('State or province')}
          value={state}
          onChange={(event) => setState(event.target.value)}
        >
          <option value="">{i18n.t('Another one')}</option>
          {states.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </SelectField>
      )}
      <Button type="submit" isBusy={save.isPending}>
        {i18n.t('Show my total')}
      </Button>
    </Form>
  );
}

const countryName = (code: string, name: string) =>
  i18n.language === 'en' ? name : (new Intl.DisplayNames(i18n.language, { type: 'region' }).of(code) ?? name);

/** Names the place that the tax of a price comes from, and lets the buyer correct it. */
export function TaxPlaceNote() {
  const { data } = useQuery(placeQuery);
  const [isOpen, setIsOpen] = useState(false);
  if (!data?.is_asked || !data.place) return null;
  if (isOpen) return <TaxPlaceForm onSaved={() => setIsOpen(false)} />;
  const { postal_code, state, country } = data.place;
  const place = [state || country, postal_code].filter(Boolean).join(' ');
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-14 text-ink-2">
      {i18n.t('Tax for {place}', { place })}
      <Button kind="ghost" size="small" onClick={() => setIsOpen(true)}>
        {i18n.t('Change')}
      </Button>
    </p>
  );
}
