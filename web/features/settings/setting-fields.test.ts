import { expect, test } from 'vitest';
import { DEFAULT_SITE_SETTINGS, siteSettings } from '#contract/endpoints/settings.ts';
import { SETTING_GROUPS } from './setting-groups.ts';
import {
  askedChanges,
  changesOf,
  labelOf,
  settingMessage,
  toSettingsBody,
  toSettingValues,
} from './setting-input.tsx';

const schema = siteSettings.partial();

test('every setting survives the way into the form and back', () => {
  const settings = {
    ...DEFAULT_SITE_SETTINGS,
    image_price: 599,
    tax_rate_basis_points: 725,
    mail_signature: 'Kind regards\nThe crew',
    face_matching: false,
  };
  const values = toSettingValues(settings);
  expect(values).toMatchObject({ image_price: '5.99', tax_rate_basis_points: '7.25', view_limit: '10' });
  expect(schema.parse(toSettingsBody(values))).toEqual(settings);
});

test('every setting is in exactly one group', () => {
  const keys = SETTING_GROUPS.flatMap(({ fields }) => fields.map(({ key }) => key));
  expect(keys.toSorted()).toEqual(Object.keys(siteSettings.shape).toSorted());
});

test('a field accepts as many characters as the contract', () => {
  for (const { key, maxLength } of SETTING_GROUPS.flatMap(({ fields }) => fields)) {
    if (maxLength === undefined) continue;
    expect(schema.safeParse({ [key]: 'x'.repeat(maxLength) }).success, key).toBe(true);
    expect(schema.safeParse({ [key]: 'x'.repeat(maxLength + 1) }).success, key).toBe(false);
  }
});

test('invalid values are refused by the schema of the contract', () => {
  const values = toSettingValues(DEFAULT_SITE_SETTINGS);
  for (const wrong of [
    { image_price: 'free' },
    { image_price: '0.20' },
    { tax_rate_basis_points: '31' },
    { view_limit: '0' },
    { view_limit: 'many' },
    { mail_greeting: 'Dear {name},' },
    { site_name: ' ' },
  ]) {
    expect(schema.safeParse(toSettingsBody({ ...values, ...wrong })).success, JSON.stringify(wrong)).toBe(
      false,
    );
  }
});

test('only changed settings are sent', () => {
  const typed = { ...DEFAULT_SITE_SETTINGS, view_limit: 12, face_matching: false };
  expect(changesOf(DEFAULT_SITE_SETTINGS, typed)).toEqual({ view_limit: 12, face_matching: false });
  expect(changesOf(DEFAULT_SITE_SETTINGS, DEFAULT_SITE_SETTINGS)).toEqual({});
});

test('risky changes ask for a confirmation, the others do not', () => {
  const asked = (changes: Parameters<typeof askedChanges>[1]) => askedChanges(DEFAULT_SITE_SETTINGS, changes);
  expect(asked({ image_price: 599, tax_name: 'VAT' })).toEqual([
    'Price of one photo: $4.99 becomes $5.99. Applies to new orders immediately. Open orders keep their price.',
  ]);
  expect(asked({ view_limit: 11, download_limit: 20, site_name: 'Other' })).toEqual([]);
  expect(asked({ view_limit: 9 })[0]).toMatch(/^Previews per album: 10 previews becomes 9 previews\./);
  expect(asked({ face_matching: false })[0]).toMatch(/on becomes off\. The search stops/);
  expect(asked({ template_life_years: 2 })[0]).toMatch(/cannot be undone/);
  expect(asked({ template_life_years: 5 })[0]).toMatch(/asked again/);
});

test('the history shows values with their units', () => {
  expect(settingMessage('tax_rate_basis_points', '725')).toBe('7.25%');
  expect(settingMessage('face_matching', 'false')).toBe('off');
  expect(settingMessage('template_life_years', '2')).toBe('2 years');
  expect(settingMessage('watermark_size_percent', '80')).toBe('80%');
  expect(settingMessage('leak_tracing_months', '12')).toBe('12 months');
  expect(settingMessage('mail_signature', '')).toBe('nothing');
  expect(settingMessage('site_name', 'Encore')).toBe('“Encore”');
  expect(settingMessage('of_an_older_version', '1')).toBe('1');
  expect(labelOf('image_price')).toBe('Price of one photo');
  expect(labelOf('leak_tracing_months')).toBe('Trace leaked previews');
});
