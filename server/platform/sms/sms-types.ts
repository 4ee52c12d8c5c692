import type { Language } from '#contract/i18n.ts';
import type { PhoneOfUser } from './phone-codes.ts';

export type Sms = {
  /** Returns the code if we know it. The site name is part of the texts that we compose ourselves. */
  startVerification(
    phone: PhoneOfUser,
    words: { siteName: string; language: Language },
  ): Promise<string | undefined>;
  checkVerification(phone: PhoneOfUser, code: string): Promise<boolean>;
  /** The outbox ignores a second message with the same key. Throws if the same text may go out later. */
  send(message: { key: string; to: string; text: string }): Promise<TextOutcome>;
  /** False if only verification codes can be sent. */
  canSend: boolean;
};

/** `stopped`: the person answered STOP, and gets nothing until they answer START. */
export type TextOutcome = 'sent' | 'refused' | 'stopped';
