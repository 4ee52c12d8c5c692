import type { ReportInReview } from '#contract/endpoints/moderation.ts';
import { countOf } from '#web/lib/count-words.ts';
import type { ReviewView } from './reports.query.ts';

export const TYPE_WORDS: Record<ReportInReview['type'], string> = {
  privacy: 'Privacy',
  quality: 'Quality',
  wrong_album: 'Wrong album',
  other: 'Something else',
};

export const DECISION_WORDS = { kept: 'Kept', removed: 'Removed' } as const;

const MOST_NAMED = 3;

/** "2 photos were left out", and which of them for what reason. */
export function refusedWords(
  refused: readonly { image: number; reason: string }[],
  photos: readonly { image: number; name: string }[],
): [string, { description: string }] {
  const names = new Map(photos.map(({ image, name }) => [image, name]));
  const named = refused
    .slice(0, MOST_NAMED)
    .map(({ image, reason }) => `${names.get(image) ?? `Photo ${image}`}: ${reason}`);
  const others = refused.length > MOST_NAMED ? [`And ${refused.length - MOST_NAMED} more.`] : [];
  const title = `${countOf(refused.length, 'photo')} left as ${refused.length === 1 ? 'it was' : 'they were'}`;
  return [title, { description: [...named, ...others].join(' ') }];
}

export const EMPTY_WORDS: Record<ReviewView, string> = {
  waiting: 'No reports wait for a decision. Well done.',
  decided: 'Nothing has been decided yet.',
};
