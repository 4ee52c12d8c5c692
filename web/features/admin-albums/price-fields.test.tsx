// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { siteImagePriceQuery } from '#web/lib/staff.query.ts';
import { useContractForm } from '#web/lib/use-contract-form.ts';
import { type EventBody, type EventValues, eventForm, toEventValues } from './event-form.ts';
import { EventPreview } from './new-event/event-preview.tsx';
import { startValues } from './new-event/start-values.ts';
import { asPriceForm, PriceFields } from './price-fields.tsx';
import { PriceLists } from './price-lists.tsx';
import { priceListsQuery } from './staff-catalogue.query.ts';

function PriceForm({ onSave }: { onSave: (body: EventBody) => void }) {
  const form = useContractForm<EventValues, typeof eventForm>({
    schema: eventForm,
    defaultValues: { ...toEventValues(undefined), name: 'Cup', brand_name: 'B', producer_name: 'P' },
    toBody: (values) => values,
  });
  return (
    <form noValidate onSubmit={form.handleSubmit(onSave)}>
      <PriceFields form={asPriceForm(form)} />
      <button type="submit">Save</button>
    </form>
  );
}

const LIST = {
  id: 1,
  name: 'Regular',
  memo: '',
  archived: false,
  version: 1,
  price_list_version: 1,
  number: 1,
  prices: { share_price: 2000, image_price: null, photo_steps: [], athlete_price: null },
  changed_at: '2026-11-14T15:00:00Z',
  events: 0,
  outdated: [],
};

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const typedIn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;

const SITE = { mode: 'live', publishable_key: '', currency: 'usd', image_price: 650 } as const;

function show(page?: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData(siteImagePriceQuery.queryKey, SITE);
  client.setQueryData(priceListsQuery.queryKey, [LIST]);
  const saved: EventBody[] = [];
  render(
    <QueryClientProvider client={client}>
      {page ?? <PriceForm onSave={(body) => saved.push(body)} />}
    </QueryClientProvider>,
  );
  return saved;
}

test('a bundle that is too dear is marked in its own row, and there can be six', async () => {
  show();
  type('Whole album', '24.50');
  type('One photo', '6');
  press('Add a bundle');
  press('Add a bundle');
  type('Photos, bundle 1', '5');
  type('Price, bundle 1', '20');
  type('Photos, bundle 2', '3');
  type('Price, bundle 2', '40');
  press('Save');
  const problem = await screen.findByText('Must cost less than the same photos one by one');
  const wrong = screen.getByLabelText('Price, bundle 2');
  expect(wrong.getAttribute('aria-invalid')).toBe('true');
  expect(wrong.getAttribute('aria-describedby')).toBe(problem.id);
  expect(screen.getByLabelText('Price, bundle 1').getAttribute('aria-invalid')).toBeNull();
  for (let steps = 2; steps < 6; steps++) press('Add a bundle');
  expect(screen.getByLabelText('Photos, bundle 6')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add a bundle' })).toBeNull();
});

test('a bundle and an early price are removed with one button each', async () => {
  const saved = show();
  type('Whole album', '140');
  for (const [row, photos] of ['3', '5'].entries()) {
    press('Add a bundle');
    type(`Photos, bundle ${row + 1}`, photos);
    type(`Price, bundle ${row + 1}`, photos);
  }
  press('Add early bird');
  type('Early bird until', '2026-11-20');
  type('Percent off', '10');
  press('Remove bundle 1');
  expect(typedIn('Photos, bundle 1')).toBe('5');
  press('Remove early bird');
  expect(screen.getByRole('button', { name: 'Add early bird' })).toBeTruthy();
  press('Save');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ photo_steps: [{ photos: 5, price: 500 }], early_until: null });
});

test('the price of the album says what its seven shares come to', () => {
  show();
  type('Whole album', '139.65');
  expect(screen.getByText('$19.95')).toBeTruthy();
  expect(screen.queryByText(/seven equal shares/)).toBeNull();
  type('Whole album', '139.99');
  expect(screen.getByText('Parents pay $140.00: seven equal shares')).toBeTruthy();
});

test('an empty price of a photo is the price in the settings, wherever staff see it', () => {
  show();
  expect(screen.getByText('$6.50 if empty')).toBeTruthy();
  cleanup();
  show(<PriceLists />);
  expect(screen.getByText('Album $140.00, photo $6.50')).toBeTruthy();
  cleanup();
  const blank = { kind: 'blank' } as const;
  show(<EventPreview values={{ ...startValues(blank, [], '2026-11-14'), crew: [] }} start={blank} />);
  expect(screen.getByText('One photo').nextSibling?.textContent).toBe('$6.50');
});
