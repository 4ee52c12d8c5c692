import type { DemoAlbum } from '#server/demo/demo-data.types.ts';
import { demoIdentifier } from '#server/demo/demo-identifier.ts';
import type { SeasonStep } from './season-plan.types.ts';
import { DAY_MS, HOUR_MS } from './season-times.ts';

/** Places of photos in their album. */
const BOUGHT = [1, 4, 6];

type ParentParts = { until: number; steps: SeasonStep[] };

/** The demo parents have bought, shared, asked and been answered, so that each of their pages shows something. */
export function planDemoParents({ until, steps }: ParentParts, albums: readonly DemoAlbum[]): void {
  const albumsOf = (teamKey: string) => albums.filter((album) => album.teamKey === teamKey).toReversed();
  const buy = (email: string, album: DemoAlbum | undefined, how: 'album' | 'photos', hoursLater: number) => {
    if (!album) return undefined;
    const at = Math.min(album.plannedAt.getTime() + hoursLater * HOUR_MS, until - 2 * HOUR_MS);
    const name = demoIdentifier(album);
    steps.push({ kind: 'visit', at: new Date(at - HOUR_MS / 2), email, album: name, views: 2 });
    const buying = { at: new Date(at), email, album: name };
    if (how === 'album') steps.push({ kind: 'buy-album', ...buying });
    else steps.push({ kind: 'buy-photos', ...buying, photos: BOUGHT });
    return buying;
  };
  const parent = 'parent@encore.test';
  const [newest, older] = albumsOf('northshore-elite/royals');
  const share = (bought: ReturnType<typeof buy>, label: string) => {
    if (!bought) return;
    const at = new Date(bought.at.getTime() + HOUR_MS);
    steps.push({ kind: 'share-photos', ...bought, at, photos: BOUGHT, label, openedAfterMinutes: 40 });
  };
  share(buy(parent, older, 'album', 20), 'Grandma and Grandpa');
  share(buy(parent, newest, 'photos', 14), 'Coach');
  buy(parent, albumsOf('northshore-elite/lady-comets')[1], 'photos', 40);
  buy(parent, albumsOf('cascade-athletics/onyx')[1], 'album', 30);
  planPoolUnderWay(steps, albumsOf('bayline-cheer/tidal')[0], until);
  buy('parent2@encore.test', albumsOf('velvet-motion-dance/reverie')[0], 'album', 26);
  buy('parent2@encore.test', albumsOf('harbor-heat/ember')[0], 'photos', 33);
  buy('parent3@encore.test', albumsOf('ironwood-spirit/timber')[0], 'photos', 18);
}

function planPoolUnderWay(steps: SeasonStep[], album: DemoAlbum | undefined, until: number): void {
  if (!album) return;
  const at = Math.max(album.plannedAt.getTime() + 4 * HOUR_MS, until - 1.5 * DAY_MS);
  const name = demoIdentifier(album);
  const email = 'parent@encore.test';
  const members = [
    { email: 'parent2@encore.test', shares: 1, minutesLater: 95 },
    { email: 'parent3@encore.test', shares: 2, minutesLater: 240 },
  ];
  steps.push({ kind: 'visit', at: new Date(at - HOUR_MS), email, album: name, views: 1 });
  steps.push({ kind: 'pool', at: new Date(at), email, album: name, shares: 2, members, end: 'open' });
}
