const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

export const momentWords = (iso: string) => MOMENT.format(new Date(iso));
