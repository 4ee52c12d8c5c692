import type { QueryClient } from '@tanstack/react-query';

export async function reloadPurchases(client: QueryClient): Promise<void> {
  await Promise.allSettled([
    client.invalidateQueries({ queryKey: ['users', 'me'] }),
    client.invalidateQueries({ queryKey: ['user-found-albums'] }),
    client.invalidateQueries({ queryKey: ['user-album-downloads'] }),
    client.invalidateQueries({ queryKey: ['user-athletes'] }),
    client.invalidateQueries({ queryKey: ['orders'] }),
    // The quote is not reloaded at once, because its page is about to show that it is paid.
    client.invalidateQueries({ queryKey: ['payments', 'quote'], refetchType: 'none' }),
  ]);
}

export async function reloadUser(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['users', 'me'] }).catch(() => undefined);
}
