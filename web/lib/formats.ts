import type { Album } from '#contract/entities/album.ts';

export function teamName(album: Pick<Album, 'program_name' | 'team_name'>): string {
  return `${album.program_name} ${album.team_name}`.trim();
}

/** The first use of the browser's own number formats takes longer than the rest of a small page. */
export const formatCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Somebody who entered by a mailed code has no name yet, and is known by the email address. */
export function nameOfPerson({ name, email }: { name: string; email: string | null }): string {
  return name.trim() || email || 'No name';
}
