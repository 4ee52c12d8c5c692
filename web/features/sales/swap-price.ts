// A swap never charges or refunds a price difference. Only a super may swap to a higher price, and must give a reason.

import { formatCents } from '#contract/rules/money.ts';
import type { Role } from '#contract/rules/permissions.ts';

export type SwapVerdict = { isAllowed: boolean; needsMemo: boolean; tone: 'info' | 'bad'; sentence: string };

export function judgeSwap(fromCents: number, toCents: number, role: Role): SwapVerdict {
  if (toCents === fromCents) {
    return { isAllowed: true, needsMemo: false, tone: 'info', sentence: 'Same price. No money moves.' };
  }
  const difference = formatCents(Math.abs(toCents - fromCents));
  if (toCents < fromCents) {
    return {
      isAllowed: true,
      needsMemo: false,
      tone: 'info',
      sentence: `${difference} cheaper. The difference is not given back.`,
    };
  }
  if (role !== 'super') {
    return {
      isAllowed: false,
      needsMemo: false,
      tone: 'bad',
      sentence: `${difference} dearer. Only a super may swap to something dearer.`,
    };
  }
  return {
    isAllowed: true,
    needsMemo: true,
    tone: 'info',
    sentence: `${difference} dearer. The customer pays nothing more, so say why.`,
  };
}
