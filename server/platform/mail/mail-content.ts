/** A thing that the mail is about, such as an album. */
export type MailCard = {
  title: string;
  /** Facts such as the event, the number of photos and the price. */
  lines: string[];
  /** Three units wide and two high. Mail programs that load no pictures show `alt`. */
  picture?: { url: string; alt: string };
};

export type MailContent = {
  title: string;
  /** The salutation, optionally followed by an opening sentence. */
  greeting?: string;
  opening?: string;
  paragraphs: string[];
  cards?: MailCard[];
  /** `showsAddress` also writes out the address, for mails that are nothing but a link. */
  button?: { label: string; url: string; showsAddress?: boolean };
  /** Less important than the button, such as the receipt of a download. */
  link?: { label: string; url: string };
  /** Small print below the button, such as how long a link works. */
  note?: string;
};

export type MailFrame = {
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

export type MailParts = MailContent & { sentences: string[] };
export type MailAround = MailFrame & { about: string; links: { label: string; url: string }[] };
