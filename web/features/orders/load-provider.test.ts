// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { createI18n } from '#contract/i18n.ts';
import { setLanguageSource } from '#web/lib/i18n.ts';
import { loadProvider } from './load-provider.ts';

afterEach(() => setLanguageSource(() => createI18n('en')));

test('the fields of the card provider speak the language of the page, whatever that of the browser', async () => {
  const stripe = vi.fn(() => ({}));
  vi.stubGlobal('Stripe', stripe);
  setLanguageSource(() => createI18n('es'));
  await loadProvider('pk_test_spanish');
  expect(stripe).toHaveBeenCalledWith('pk_test_spanish', { locale: 'es' });
});
