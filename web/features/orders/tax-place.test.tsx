// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { taxEndpoints } from '#contract/endpoints/tax.ts';
import { answer, answerCalls } from '#web/testing/answers.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { TaxPlaceSection } from './tax-place.tsx';

test('a buyer in the United Kingdom is in no nation of it, and each country can be chosen once', async () => {
  const place = { country: 'GB', state: '', postal_code: 'EH1 1YZ' };
  answerCalls(answer(taxEndpoints.getTaxPlace, { is_asked: true, home_country: 'US', states: [], place }));
  renderPart(<TaxPlaceSection />);
  expect(await screen.findByText('GB EH1 1YZ, United Kingdom')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Change' }));
  const select = await screen.findByLabelText<HTMLSelectElement>('Country');
  expect(select.selectedOptions[0]?.text).toBe('United Kingdom');
  const codes = [...select.options].map(({ value }) => value);
  expect(new Set(codes).size).toBe(codes.length);
});
