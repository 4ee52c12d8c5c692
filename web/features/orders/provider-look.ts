import type { Appearance } from '@stripe/stripe-js';

/** Our tokens as they are now, light or dark, for fields that live in the provider's own frame. */
export function providerLook(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const isDark = style.colorScheme === 'dark';
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('--ink'),
      colorBackground: token('--surface'),
      colorText: token('--ink'),
      colorTextSecondary: token('--ink-2'),
      colorTextPlaceholder: token('--ink-3'),
      colorDanger: token('--bad'),
      fontFamily: 'system-ui, -apple-system, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '12px',
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { border: `1px solid ${token('--edge')}`, boxShadow: 'none' },
      '.Label': { fontWeight: '650' },
    },
  };
}
