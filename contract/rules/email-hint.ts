/** A mailed link may have been forwarded, so pages show only enough for the owner to recognize the address. */
export function emailHint(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  const [first = '', ...rest] = domain.split('.');
  return `${name.slice(0, 1)}•••@${first.slice(0, 1)}•••.${rest.join('.')}`;
}
