// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { taxEndpoints } from '#contract/endpoints/tax.ts';
import { answer, bodiesSentTo } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { openSite } from '#web/testing/render-site.tsx';

beforeEach(giveElementsASize);

const terms = {
  country: 'US',
  state: 'TX',
  kind: 'digital' as const,
  name: 'Texas sales tax',
  rate_millionths: 62_500,
  from_day: '2026-01-01',
  to_day: null,
};

test('an import shows what it changes, and saves it with a second press', async () => {
  const staff = buildUser({ type: 'super' });
  const changed = { ...terms, rate_millionths: 65_000 };
  const { fetches } = openSite('/admin/tax', staff, [
    answer(taxEndpoints.listTaxRates, [{ ...terms, id: 1, version: 7 }]),
    answer(taxEndpoints.taxReport, []),
    answer(taxEndpoints.refusedBookings, []),
    answer(taxEndpoints.previewTaxRates, {
      changes: [{ line: 2, rate: changed, before: { rate_millionths: 62_500, to_day: null } }],
      unchanged: 3,
      seen: 'hash',
    }),
    answer(taxEndpoints.importTaxRates, [{ ...changed, id: 1, version: 8 }]),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Import CSV' }));
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.change(sheet.getByLabelText('Or paste its lines'), { target: { value: 'lines' } });
  fireEvent.click(sheet.getByRole('button', { name: 'Cancel' }));
  const leaving = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  fireEvent.click(within(leaving).getByRole('button', { name: 'Stay' }));
  fireEvent.click(sheet.getByRole('button', { name: 'Check', hidden: true }));
  expect(await sheet.findByText('0 added, 1 changed, 3 unchanged')).toBeTruthy();
  expect(sheet.getByText('6.25%')).toBeTruthy();
  expect(bodiesSentTo(fetches, taxEndpoints.importTaxRates)).toEqual([]);
  fireEvent.click(sheet.getByRole('button', { name: 'Save 1 rate' }));
  await waitFor(() =>
    expect(bodiesSentTo(fetches, taxEndpoints.importTaxRates)).toEqual([{ csv: 'lines', seen: 'hash' }]),
  );
});
