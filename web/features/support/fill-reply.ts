const VARIABLE = /\{(name|order)\}/;

/** A variable that nothing is known for stays, and `unfilledIn` keeps it from being sent. */
export function fillReply(
  text: string,
  { name, order }: { name?: string | undefined; order?: number | undefined },
) {
  const firstName = name?.trim().split(/\s+/)[0];
  return text
    .replaceAll('{name}', firstName || 'there')
    .replaceAll('{order}', order === undefined ? '{order}' : String(order));
}

/** Returns the first variable that somebody still has to replace. */
export const unfilledIn = (text: string): string | undefined => VARIABLE.exec(text)?.[0];
