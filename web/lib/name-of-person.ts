/** Somebody who entered by a mailed code has no name yet, and is known by the e-mail address. */
export function nameOfPerson({ name, email }: { name: string; email: string | null }): string {
  return name.trim() || email || 'No name';
}
