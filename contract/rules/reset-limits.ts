// How often staff may give customers more of what is limited: views, downloads, preview quotas and card tries, together.

/** In 24 hours. Super users are not bounded. */
export const RESETS_PER_DAY = { byStaff: 30, ofCustomer: 5 } as const;
