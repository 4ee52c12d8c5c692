// A customer may preview an album a limited number of times before buying it.

/** Defaults, which staff can change in the settings. */
export const VIEW_LIMIT = 10;
export const VIEW_LIMIT_WITH_BOUGHT_IMAGES = 50;

export const VIEWS_EXCEEDED_MESSAGE =
  'Album views exceeded. In an effort to protect athletes, we limit the number of times you are able to view an album before purchase';

export type AlbumStanding = { owned: boolean; boughtImages: number };

export type ViewLimits = { view_limit: number; view_limit_with_images: number };

/** Buyers never have fewer views than other customers. */
export function viewAllowance({ owned, boughtImages }: AlbumStanding, limits: ViewLimits): number {
  const { view_limit: anyone, view_limit_with_images: buyers } = limits;
  return owned || boughtImages > 0 ? Math.max(anyone, buyers) : anyone;
}

export function mayView(views: { owned: boolean; viewsUsed: number; viewsAllowed: number }): boolean {
  return views.owned || views.viewsUsed < views.viewsAllowed;
}
