// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useContractForm } from '#web/lib/use-contract-form.ts';
import { PriceFields } from './event-fields.tsx';
import { type EventBody, type EventValues, eventForm, toEventValues } from './event-form.ts';

afterEach(cleanup);

function PriceForm({ onSave }: { onSave: (body: EventBody) => void }) {
  const form = useContractForm<EventValues, typeof eventForm>({
    schema: eventForm,
    defaultValues: { ...toEventValues(undefined), name: 'Cup', brand_name: 'B', producer_name: 'P' },
    toBody: (values) => values,
  });
  return (
    <form noValidate onSubmit={form.handleSubmit(onSave)}>
      <PriceFields form={form} />
      <button type="submit">Save</button>
    </form>
  );
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('a step that is too dear is marked in its own row, and steps can be added up to six', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  render(
    <QueryClientProvider client={client}>
      <PriceForm onSave={() => {}} />
    </QueryClientProvider>,
  );
  type('Share price in dollars (optional)', '3.50');
  type('Photo price in dollars (optional)', '6');
  type('Photos, step 1', '5');
  type('Price in dollars, step 1', '20');
  type('Photos, step 2', '3');
  type('Price in dollars, step 2', '40');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const problem = await screen.findByText('Must cost less than the same photos one by one');
  const wrong = screen.getByLabelText('Price in dollars, step 2');
  expect(wrong.getAttribute('aria-invalid')).toBe('true');
  expect(wrong.getAttribute('aria-describedby')).toBe(problem.id);
  expect(screen.getByLabelText('Price in dollars, step 1').getAttribute('aria-invalid')).toBeNull();
  for (let steps = 2; steps < 6; steps++) fireEvent.click(screen.getByRole('button', { name: 'Add a step' }));
  expect(screen.getByLabelText('Photos, step 6')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add a step' })).toBeNull();
});
