import type { VisitedPool } from '#contract/endpoints/arriving.ts';

/** Returns undefined while shares can be taken. */
export function closedWords({
  state,
  title,
  owner_first_name: owner,
}: Pick<VisitedPool, 'state' | 'title' | 'owner_first_name'>):
  | { title: string; sentence: string }
  | undefined {
  const still = `You can still buy the photos of ${title} yourself.`;
  switch (state) {
    case 'open':
      return undefined;
    case 'full':
      return {
        title: 'This group order is full',
        sentence: `All shares of ${owner ? `${owner}’s` : 'this'} group order are taken. ${still}`,
      };
    case 'ended':
      return { title: 'This pool has ended', sentence: `Not all shares were paid in time. ${still}` };
    case 'canceled':
      return { title: 'This pool was canceled', sentence: `Nobody pays for it. ${still}` };
  }
}
