import type { Event } from '#contract/entities/album.ts';

export function teamOf({ program_name, team_name }: { program_name: string; team_name: string }): string {
  return `${program_name} ${team_name}`.trim();
}

export function photosOf(count: number): string {
  return count === 1 ? '1 photo' : `${count} photos`;
}

export function daysAndPlace({
  start_date,
  city,
  state,
}: Pick<Event, 'start_date' | 'city' | 'state'>): string {
  const day = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  }).format(new Date(`${start_date}T00:00:00Z`));
  return [day, city, state].filter(Boolean).join(', ');
}
