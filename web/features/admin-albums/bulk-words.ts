import type { AlbumAction, AlbumBatch } from '#contract/endpoints/album-batches.ts';
import { countOf, formatCount } from '#web/lib/count-words.ts';

export const ACTION_WORDS: Record<AlbumAction, { label: string; ask: string; sentence: string }> = {
  publish: {
    label: 'Publish',
    ask: 'Publish',
    sentence: 'Followers of these teams get a message. Albums that are already published do not change.',
  },
  publish_quietly: {
    label: 'Publish quietly',
    ask: 'Quietly publish',
    sentence:
      'Followers can find the albums but get no message. Albums that are already published do not change.',
  },
  unpublish: {
    label: 'Unpublish',
    ask: 'Unpublish',
    sentence:
      'Customers cannot find these albums or open their previews until you publish them again. Buyers keep what they bought.',
  },
  prepare_zips: {
    label: 'Rebuild zips',
    ask: 'Rebuild the zips of',
    sentence: 'The zips are built again from the originals. Until then, customers download the current zips.',
  },
};

const DONE_WORDS: Record<AlbumBatch['action'], string> = {
  publish: 'Published',
  publish_quietly: 'Quietly published',
  unpublish: 'Unpublished',
  prepare_zips: 'Rebuilding the zips of',
  undo: 'Undone for',
};

const DOING_WORDS: Record<AlbumBatch['action'], string> = {
  publish: 'Publishing',
  publish_quietly: 'Publishing quietly',
  unpublish: 'Unpublishing',
  prepare_zips: 'Rebuilding zips',
  undo: 'Undoing',
};

export function doneWords({ action, changed, unchanged, refused }: AlbumBatch): string {
  const rest = [
    unchanged > 0 ? `${formatCount(unchanged)} did not change` : '',
    refused.length > 0 ? `${formatCount(refused.length)} not found` : '',
  ].filter(Boolean);
  const first = changed === 0 ? 'Nothing to change' : `${DONE_WORDS[action]} ${countOf(changed, 'album')}`;
  return [first, ...rest].join('. ');
}

export function progressWords(action: AlbumBatch['action'], done: number, total: number): string {
  return `${DOING_WORDS[action]}: ${formatCount(done)} of ${formatCount(total)}`;
}
