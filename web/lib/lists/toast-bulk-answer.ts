import type { BulkAnswer } from '#contract/lists/list.ts';
import { toast } from '#web/lib/toast.ts';

type BulkWords<Id> = { done: (count: number) => string; nameOf: (id: Id) => string };

/** Says how many rows a bulk action changed, and why the first of the others was refused. */
export function toastBulkAnswer<Id>({ done, refused }: BulkAnswer<Id>, words: BulkWords<Id>): void {
  if (done.length > 0) toast(words.done(done.length));
  const [first] = refused;
  if (!first) return;
  const others = refused.length > 1 ? ` ${refused.length - 1} more were refused.` : '';
  toast.error(`${words.nameOf(first.id)}: ${first.reason}${others}`);
}
