// An archive date is the last day on which photos of an event can be bought.

import { AppError } from '#server/platform/errors.ts';

type Dates = { last_date: string; archive_date: string | null; archived: boolean };
type Edit = { archive_date?: string | null | undefined; archived?: boolean | undefined };

/** A restored event loses an archive date that is over, because it would be archived again at once. */
export function readArchiveDate(
  before: Pick<Dates, 'archive_date'> | undefined,
  edit: Edit,
  { lastDate, today }: { lastDate: string; today: string },
): string | null {
  const kept = before?.archive_date ?? null;
  const wanted = edit.archive_date === undefined ? kept : edit.archive_date;
  if (wanted === null) return null;
  if (edit.archived === false && wanted < today) {
    if (wanted === kept) return null;
    throw refuse('Choose today or a later day');
  }
  if (wanted !== kept && wanted < today) throw refuse('Choose today or a later day');
  if (wanted < lastDate) throw refuse('Photos must be on sale until the last day of the event');
  return wanted;
}

function refuse(message: string): AppError {
  return new AppError('invalid_request', { details: [{ path: 'archive_date', message }] });
}
