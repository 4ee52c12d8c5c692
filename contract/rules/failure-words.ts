// Pages show these sentences themselves, and the file of all errors would make a first visit larger.

export const NOT_FOUND_MESSAGE = 'Not found.';
export const PAYMENT_FAILED_MESSAGE =
  'Your card could not be processed and you were not charged. Please try again.';
