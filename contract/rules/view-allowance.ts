// How often a customer may preview an album before buying it (specification sections 5 and 9).

export const VIEW_LIMIT = 10;
export const VIEW_LIMIT_WITH_BOUGHT_IMAGES = 50;

export const VIEWS_EXCEEDED_MESSAGE =
  'Album views exceeded. In an effort to protect athletes, we limit the number of times you are able to view an album before purchase';

export type AlbumStanding = { owned: boolean; boughtImages: number };

export function viewAllowance({ owned, boughtImages }: AlbumStanding): number {
  return owned || boughtImages > 0 ? VIEW_LIMIT_WITH_BOUGHT_IMAGES : VIEW_LIMIT;
}

export function mayView(viewsUsed: number, standing: AlbumStanding): boolean {
  return standing.owned || viewsUsed < viewAllowance(standing);
}
