import type { Appearance } from '@stripe/stripe-js';

/** The provider's fields live in their own frame, so they get our colors as values. */
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
