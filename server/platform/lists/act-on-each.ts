import { ERRORS } from '#contract/errors.ts';
import type { BulkAnswer } from '#contract/lists/list.ts';
import { AppError } from '#server/platform/http/errors.ts';

/** Does the same to each id, one after the other: a refusal is reported and does not stop the others. */
export async function actOnEach<Id extends string | number>(
  ids: readonly Id[],
  act: (id: Id) => Promise<void>,
): Promise<BulkAnswer<Id>> {
  const answer: BulkAnswer<Id> = { done: [], refused: [] };
  for (const id of new Set(ids)) {
    try {
      await act(id);
      answer.done.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      answer.refused.push({ id, reason: error.message });
    }
  }
  return answer;
}

/** Use it after a bulk action in one statement: ids that were not found are refused. */
export function answerForFound<Id>(ids: readonly Id[], found: readonly { id: Id }[]): BulkAnswer<Id> {
  const known = new Set(found.map(({ id }) => id));
  const asked = [...new Set(ids)];
  const reason = ERRORS.not_found.message;
  return {
    done: asked.filter((id) => known.has(id)),
    refused: asked.filter((id) => !known.has(id)).map((id) => ({ id, reason })),
  };
}
