/** A statement has room for 22 characters: the account's prefix, an asterisk, a space, and this. */
const STATEMENT_LENGTH = 22;
const SEPARATOR_LENGTH = 2;

/**
 * Names the event on the buyer's statement. The provider allows Latin characters without `< > \\ ' " *` and asks for at
 * least one letter; a name that leaves none gets no suffix.
 */
export function statementSuffix(eventName: string, prefixLength: number): string | undefined {
  const plain = eventName
    .normalize('NFKD')
    .replaceAll(/[^ -~]|[<>\\'"*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toUpperCase();
  const suffix = plain.slice(0, STATEMENT_LENGTH - SEPARATOR_LENGTH - prefixLength).trim();
  return /[A-Z]/.test(suffix) ? suffix : undefined;
}
