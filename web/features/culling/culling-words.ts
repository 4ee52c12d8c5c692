import type { CullAction, PhotoAction } from '#contract/endpoints/culling.ts';
import { countOf } from '#web/lib/count-words.ts';

const DONE: Record<CullAction, string> = {
  reject: 'Rejected',
  restore: 'Restored',
  move: 'Moved',
  rotate: 'Turned',
  cover: 'Changed the cover:',
};

export function actionWords({
  kind,
  photos,
  to_title,
}: Pick<PhotoAction, 'kind' | 'photos' | 'to_title'>): string {
  if (kind === 'cover') return 'Changed the cover';
  const target = kind === 'move' && to_title ? ` to ${to_title}` : '';
  return `${DONE[kind]} ${countOf(photos, 'photo')}${target}`;
}

/** Says so if some photos were changed by somebody else in between. */
export function undoneWords({ kind, photos, undone_photos }: PhotoAction): string {
  const undone = undone_photos ?? 0;
  if (undone === 0) return 'Nothing to undo: the photos were changed since';
  if (kind === 'cover') return 'Changed the cover back';
  const kept = photos - undone;
  return kept === 0
    ? `Undone for ${countOf(undone, 'photo')}`
    : `Undone for ${countOf(undone, 'photo')}. ${countOf(kept, 'photo')} were changed since and stay`;
}
