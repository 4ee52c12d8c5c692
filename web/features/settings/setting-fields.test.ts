import { expect, test } from 'vitest';
import { DEFAULT_SITE_SETTINGS, siteSettings } from '#contract/endpoints/settings.ts';
import {
  askedChanges,
  SETTING_GROUPS,
  settingWords,
  toSettingsBody,
  toSettingValues,
} from './setting-fields.ts';

test('what the form shows goes back as it came', () => {
  const settings = { ...DEFAULT_SITE_SETTINGS, image_price: 599, tax_rate_basis_points: 725 };
  const values = toSettingValues(settings);
  expect(values).toMatchObject({ image_price: '5.99', tax_rate_basis_points: '7.25' });
  expect(siteSettings.partial().parse(toSettingsBody(values))).toMatchObject({
    image_price: 599,
    tax_rate_basis_points: 725,
  });
});

test('what makes no sense is refused by the schema of the contract', () => {
  const values = toSettingValues(DEFAULT_SITE_SETTINGS);
  for (const wrong of [{ image_price: 'free' }, { image_price: '0.20' }, { tax_rate_basis_points: '31' }]) {
    const body = toSettingsBody({ ...values, ...wrong });
    expect(siteSettings.partial().safeParse(body).success, JSON.stringify(wrong)).toBe(false);
  }
});

test('a change of a price is asked about, in the words of the form', () => {
  const changes = askedChanges(DEFAULT_SITE_SETTINGS, { image_price: 599, tax_name: 'VAT' });
  expect(changes).toEqual(['Price of one photo, in dollars: $4.99 becomes $5.99']);
  expect(settingWords('tax_rate_basis_points', '725')).toBe('7.25 %');
});

test('no setting is shown twice', () => {
  const keys = SETTING_GROUPS.flatMap(({ fields }) => fields.map(({ key }) => key));
  expect(new Set(keys).size).toBe(keys.length);
});
