import type { AnyList } from '#contract/lists/list.ts';
import { Button } from '#web/components/button.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import type { ListState } from '#web/lib/lists/use-list-state.ts';

export function NoMatch<L extends AnyList>({ state }: { state: ListState<L> }) {
  return (
    <EmptyState title={`No ${state.list.noun} found`} sentence="Nothing matches these filters.">
      <Button kind="line" size="small" onClick={state.clearFilters}>
        Clear filters
      </Button>
    </EmptyState>
  );
}
