import type { ReportInReview } from '#contract/endpoints/moderation.ts';

export const TYPE_WORDS: Record<ReportInReview['type'], string> = {
  privacy: 'Privacy',
  quality: 'Quality',
  wrong_album: 'Wrong album',
  other: 'Something else',
};

export const DECISION_WORDS = { kept: 'Kept', removed: 'Removed' } as const;
