import type { z } from 'zod';
import { i18n } from '#web/lib/i18n.ts';

function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      return issue.minimum === 1 ? i18n.t('Please fill this in') : undefined;
    case 'too_big':
      return issue.origin === 'string'
        ? i18n.t('Use at most {maximum} characters', { maximum: Number(issue.maximum) })
        : undefined;
    case 'invalid_type':
      return i18n.t('Please fill this in');
    case 'invalid_format':
      return issue.format === 'date' ? i18n.t('Enter a full date') : i18n.t('Please check this');
    default:
      return undefined;
  }
}

declare global {
  /** zod reads its configuration here when it is loaded. */
  var __zod_globalConfig: z.core.$ZodConfig | undefined;
}

/**
 * The contract gives no message for these issues. `jitless` is set because our CSP forbids generated code. The first pages
 * do without zod, so this must not import it.
 */
export function speakPlainly(): void {
  globalThis.__zod_globalConfig = {
    ...globalThis.__zod_globalConfig,
    jitless: true,
    customError: plainMessage,
  };
}
