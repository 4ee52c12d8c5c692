import type { EventLinkKind } from '#contract/entities/links.ts';
import { secretLinks } from '#server/platform/security/secret-links.ts';

const shape = { of: 'eventId', ends: 'endsOn' } as const;

const producer = secretLinks('cockpitLinks', shape);
const pass = secretLinks('photographerPasses', shape);
const wall = secretLinks('wallLinks', shape);

/** The tables of all kinds have the same columns where links are made, listed, opened and ended. */
export type LinksOfKind = typeof producer;
export type LinkRow = NonNullable<Awaited<ReturnType<LinksOfKind['find']>>>;

export const LINKS: Record<EventLinkKind, LinksOfKind> = { producer, pass, wall };
