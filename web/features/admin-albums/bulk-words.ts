import type { AlbumAction, AlbumBatch } from '#contract/endpoints/album-batches.ts';
import { countOf, formatCount } from '#web/lib/count-words.ts';

export const ACTION_WORDS: Record<AlbumAction, { label: string; ask: string; sentence: string }> = {
  publish: {
    label: 'Publish',
    ask: 'Publish',
    sentence: 'Everyone who follows one of these teams is told. Albums that are published stay as they are.',
  },
  publish_quietly: {
    label: 'Publish quietly',
    ask: 'Quietly publish',
    sentence: 'Followers find them, but nobody is told. Albums that are published stay as they are.',
  },
  unpublish: {
    label: 'Unpublish',
    ask: 'Unpublish',
    sentence:
      'Customers no longer find them or open their previews until you publish them again. Those who bought one keep it.',
  },
  prepare_zips: {
    label: 'Prepare zips again',
    ask: 'Prepare the zips of',
    sentence: 'Every original is looked at anew. Until then customers download the zips there are.',
  },
};

const DONE_WORDS: Record<AlbumBatch['action'], string> = {
  publish: 'Published',
  publish_quietly: 'Published, nobody was told:',
  unpublish: 'Unpublished',
  prepare_zips: 'Zips are prepared again:',
  undo: 'Taken back:',
};

const DOING_WORDS: Record<AlbumBatch['action'], string> = {
  publish: 'Publishing',
  publish_quietly: 'Publishing quietly',
  unpublish: 'Unpublishing',
  prepare_zips: 'Preparing zips',
  undo: 'Taking back',
};

/** "Published 12 albums. 3 stay as they were." */
export function doneWords({ action, changed, unchanged, failed }: AlbumBatch): string {
  const rest = [
    unchanged > 0 ? `${formatCount(unchanged)} ${unchanged === 1 ? 'stays' : 'stay'} as before` : '',
    failed.length > 0 ? `${formatCount(failed.length)} could not be found` : '',
  ].filter(Boolean);
  const first = changed === 0 ? 'Nothing to change' : `${DONE_WORDS[action]} ${countOf(changed, 'album')}`;
  return [first, ...rest].join('. ');
}

export function progressWords(action: AlbumBatch['action'], done: number, total: number): string {
  return `${DOING_WORDS[action]}: ${formatCount(done)} of ${formatCount(total)}`;
}
