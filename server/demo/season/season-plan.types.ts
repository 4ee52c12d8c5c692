import type { ReportWords, Talk } from './season-words.ts';

/** One thing that somebody does. Customers are named by e-mail address, albums by identifier. */
export type SeasonStep = { at: Date } & (
  | {
      kind: 'coupon';
      code: string;
      percentOff: number | null;
      amountOffCents: number | null;
      endsAt: Date | null;
    }
  | { kind: 'join'; customer: number; follows: { programName: string; teamName: string }[] }
  | { kind: 'publish'; albums: { identifier: string; at: Date; followers: string[] }[] }
  | { kind: 'visit'; email: string; album: string; views: number }
  | { kind: 'buy-album'; email: string; album: string; coupon?: string }
  | { kind: 'buy-photos'; email: string; album: string; photos: number[]; coupon?: string }
  | { kind: 'buy-cart'; email: string; albums: string[]; giftTo?: string }
  | { kind: 'declined'; email: string; album: string }
  | {
      kind: 'remind';
      email: string;
      album: string;
      photos: number[];
      isOpened: boolean;
      isBought: boolean;
    }
  | {
      kind: 'share-photos';
      email: string;
      album: string;
      photos: number[];
      label: string;
      /** Undefined if nobody opens the link. */
      openedAfterMinutes?: number;
    }
  | {
      kind: 'pool';
      email: string;
      album: string;
      shares: number;
      members: PoolMember[];
      end: 'filled' | 'open' | 'expired';
    }
  | { kind: 'refund'; email: string; memo: string; approval: 'given' | 'waiting' }
  | { kind: 'chat'; email: string; talk: Talk; isClosed: boolean }
  | { kind: 'bug'; email: string; bug: number }
  | {
      kind: 'report';
      email: string;
      album: string;
      photo: number;
      words: ReportWords;
      decision: 'removed' | 'kept' | null;
    }
  | { kind: 'evidence'; email: string; note: string }
  | { kind: 'note'; email: string; text: string }
  | { kind: 'event-link'; album: string; link: 'producer' | 'pass'; label: string }
  | { kind: 'athlete'; email: string; name: string; teamName: string }
  | { kind: 'reference'; email: string; scene: string }
  | { kind: 'day' }
  | { kind: 'end'; since: Date }
);

export type StepOf<Kind extends SeasonStep['kind']> = Extract<SeasonStep, { kind: Kind }>;

export type PoolMember = { email: string; shares: number; minutesLater: number };
