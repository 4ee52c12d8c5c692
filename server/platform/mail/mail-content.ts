import type { I18n } from '#contract/i18n.ts';

/** A thing that the mail is about, such as an album. */
export type MailCard = {
  title: string;
  /** Facts such as the event and the number of photos. */
  lines: string[];
  /** Below the button, unless the mail is about several things. */
  price?: string;
  picture?: MailPicture;
};

/** At most three units wide for two high. Mail programs that load no pictures show `alt`; `caption` is below the picture. */
export type MailPicture = { url: string; alt: string; caption?: string };

/** The amounts of a receipt, line by line. */
export type MailTotals = {
  title: string;
  aside: string;
  rows: { name: string; detail?: string; amount: string; isTotal?: boolean }[];
};

export type MailContent = {
  /** The subject, and the heading unless there is another. */
  title: string;
  heading?: string;
  /** Mail programs show this beside the subject. */
  preview?: string;
  /** The salutation, optionally followed by an opening sentence. */
  greeting?: string;
  opening?: string;
  paragraphs: string[];
  /** One picture leads the mail: this, or else the first of the cards. */
  picture?: MailPicture | undefined;
  cards?: MailCard[];
  /** `showsAddress` also writes out the address, for mails that are nothing but a link. */
  button?: { label: string; url: string; showsAddress?: boolean };
  totals?: MailTotals;
  /** Less important than the button, such as the receipt of a download. */
  link?: { label: string; url: string };
  /** Small print below the button, such as how long a link works. */
  note?: string;
  /** The links log the reader in, so the mail asks not to forward it. */
  isPersonal?: boolean;
};

export type MailFrame = {
  /** The language of the reader. */
  i18n: I18n;
  siteUrl: string;
  siteName: string;
  /** A line about the site below every mail; may be empty. */
  footer: string;
  /** The closing line; may be empty. */
  signature: string;
  postalAddress: string;
  /** The unsubscribe link, which every unrequested mail must have. */
  unsubscribeUrl?: string;
  settingsUrl?: string;
};

export type MailParts = MailContent & { heading: string; sentences: string[]; price: string | undefined };
export type MailAround = Pick<MailFrame, 'i18n' | 'siteUrl' | 'siteName' | 'signature'> & {
  links: { label: string; url: string }[];
  /** Why not to forward the mail, what the site is, and where its owner lives. */
  smallPrint: string[];
};
