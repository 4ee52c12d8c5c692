import type { PhoneOfUser } from './phone-codes.ts';

export type Sms = {
  /** The site name is part of the texts that we compose ourselves. Returns the code if we know it. */
  startVerification(phone: PhoneOfUser, siteName: string): Promise<string | undefined>;
  checkVerification(phone: PhoneOfUser, code: string): Promise<boolean>;
  /** The outbox ignores a second message with the same key. */
  send(message: { key: string; to: string; text: string }): Promise<void>;
  /** False if only verification codes can be sent. */
  canSend: boolean;
};
