import { QueryClient } from '@tanstack/react-query';

/** The transport repeats calls, so the library does not; a weak signal still counts as online. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: false,
      staleTime: 30_000,
      // Going back from an album within its half hour finds the list as it was.
      gcTime: 30 * 60_000,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

export function refetchFailedQueries(): void {
  void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' });
}

/**
 * The key of a staff list. It begins with "staff", like everything that an upload or an edit refreshes. It stands here because
 * every page needs it, and the code of lists would bring the schemas along.
 */
export const listKey = ({ name }: { name: string }) => ['staff', 'lists', name] as const;
