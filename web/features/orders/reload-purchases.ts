import type { QueryClient } from '@tanstack/react-query';

/** After a purchase the user (cart, cards) and everything that says who owns what are loaded anew. */
export async function reloadPurchases(client: QueryClient): Promise<void> {
  await Promise.allSettled([
    client.invalidateQueries({ queryKey: ['users', 'me'] }),
    client.invalidateQueries({ queryKey: ['user-found-albums'] }),
    client.invalidateQueries({ queryKey: ['user-album-downloads'] }),
    client.invalidateQueries({ queryKey: ['user-athletes'] }),
    client.invalidateQueries({ queryKey: ['orders'] }),
    // Not asked at once: the page that shows it is about to say that it is paid.
    client.invalidateQueries({ queryKey: ['payments', 'quote'], refetchType: 'none' }),
  ]);
}

/** After a change to cart or cards the user is loaded anew. */
export async function reloadUser(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['users', 'me'] }).catch(() => undefined);
}
