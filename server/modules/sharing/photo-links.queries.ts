import { secretLinks } from '#server/platform/security/secret-links.ts';

export const photoLinks = secretLinks('photoLinks', { of: 'userId', ends: 'endsAt' });
export type LinkRow = NonNullable<Awaited<ReturnType<typeof photoLinks.find>>>;
