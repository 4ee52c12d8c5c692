import {
  ALBUMS_EXCEEDED_MESSAGE,
  PROGRAMS_EXCEEDED_MESSAGE,
  VIEWS_EXCEEDED_MESSAGE,
} from './rules/albums.ts';
import { LOGIN_FAILED_MESSAGE, NOT_FOUND_MESSAGE, PAYMENT_FAILED_MESSAGE } from './rules/sentences.ts';

type ErrorEntry = { status: number; message: string };

export const ERRORS = {
  invalid_request: { status: 400, message: 'The request is not valid.' },
  malformed_json: { status: 400, message: 'The request body is not valid JSON.' },
  link_invalid: { status: 400, message: 'This link is no longer valid. Request a new one.' },
  code_invalid: { status: 400, message: 'This code is wrong or has expired.' },
  not_logged_in: { status: 401, message: 'Please log in.' },
  token_invalid: { status: 401, message: 'Please log in again.' },
  token_expired: { status: 401, message: 'Your session has expired. Please log in again.' },
  login_failed: { status: 401, message: LOGIN_FAILED_MESSAGE },
  passkey_invalid: { status: 400, message: 'This passkey was not accepted. Try again.' },
  second_factor_required: { status: 401, message: 'Finish with your second step.' },
  challenge_expired: { status: 401, message: 'This took too long. Please log in again.' },
  card_declined: { status: 402, message: 'Your card was declined. Please try another card.' },
  insufficient_funds: {
    status: 402,
    message: 'Your card does not have enough funds. Please try another card.',
  },
  card_unusable: { status: 402, message: 'This card can no longer be used. Use another card.' },
  expired_card: { status: 402, message: 'Your card has expired. Please use another card.' },
  incorrect_cvc: { status: 402, message: "Your card's security code is incorrect. Please check it." },
  authentication_failed: {
    status: 402,
    message: 'Your bank could not verify this payment. Please try again or use another card.',
  },
  processing_error: { status: 402, message: PAYMENT_FAILED_MESSAGE },
  forbidden: { status: 403, message: 'You do not have permission to do this.' },
  not_for_yourself: { status: 403, message: 'Ask a colleague to do this for your own account.' },
  second_person_needed: { status: 403, message: 'Someone else has to approve this refund.' },
  second_factor_setup_required: {
    status: 403,
    message: 'Set up two-step login on your profile page to go on.',
  },
  mailed_code_required: { status: 403, message: 'Enter the code that we mailed to you to go on.' },
  account_suspended: {
    status: 403,
    message: 'This account is suspended. Write to us if you think this is a mistake.',
  },
  address_unverified: { status: 403, message: 'Confirm your email address to go on.' },
  views_exceeded: { status: 403, message: VIEWS_EXCEEDED_MESSAGE },
  programs_exceeded: { status: 403, message: PROGRAMS_EXCEEDED_MESSAGE },
  albums_exceeded: { status: 403, message: ALBUMS_EXCEEDED_MESSAGE },
  image_token_invalid: { status: 403, message: 'This photo link has expired. Open the album again.' },
  password_wrong: { status: 403, message: 'Your current password is incorrect.' },
  not_found: { status: 404, message: NOT_FOUND_MESSAGE },
  account_deleted: { status: 404, message: 'This account was deleted. Only its orders are kept.' },
  email_taken: { status: 409, message: 'An account with this email address already exists.' },
  guardian_unverified: {
    status: 403,
    message: 'Verify your phone number, or pay by card once, before you add a photo of a face.',
  },
  same_address: { status: 409, message: 'This is already your email address.' },
  address_verified: { status: 409, message: 'Your email address is already confirmed.' },
  phone_not_verified: { status: 409, message: 'Verify your phone number before turning on text messages.' },
  last_second_factor: { status: 409, message: 'Set up another second step before you remove this one.' },
  already_exists: { status: 409, message: 'This already exists.' },
  conflict: { status: 409, message: 'Someone else has changed this. Reload and try again.' },
  staff_account: {
    status: 409,
    message: 'A staff account cannot be deleted. Ask a super user to make it a customer account first.',
  },
  export_running: {
    status: 409,
    message: 'Your data is already being sent. Wait until that download has finished.',
  },
  too_late_to_undo: { status: 409, message: 'This can no longer be undone. You can decide again.' },
  view_before_purchase: { status: 409, message: 'View the album once before purchasing it.' },
  consent_needed: { status: 409, message: 'Please give your consent first.' },
  too_many: { status: 409, message: 'You have reached the limit.' },
  event_archived: {
    status: 409,
    message: 'This event is archived. Its photos can no longer be viewed or bought.',
  },
  not_for_sale: { status: 409, message: 'This is no longer for sale.' },
  photos_sold: {
    status: 409,
    message: 'Some of these photos were bought by themselves. Leave them, or refund them first.',
  },
  photos_of_other_event: {
    status: 409,
    message: 'Photos can only be moved to an album of their own event. Nothing was moved.',
  },
  album_sold: { status: 409, message: 'Customers own this album. Confirm that they lose these photos.' },
  few_photos: {
    status: 409,
    message: 'This album has very few photos. Confirm that it is sold at the full price.',
  },
  order_changed: { status: 409, message: 'The order has changed. Check the new total before you pay.' },
  already_owned: { status: 409, message: 'You already own this.' },
  already_in_cart: { status: 409, message: 'This is already in your cart.' },
  album_in_cart: { status: 409, message: 'The whole album is in your cart, with this photo.' },
  cart_full: { status: 409, message: 'Your cart is full. Check out first, then add more.' },
  cart_empty: { status: 409, message: 'Your cart is empty!' },
  amount_too_large: {
    status: 409,
    message: 'A card can be charged at most $999,999.99. Buy this in several orders.',
  },
  order_closed: { status: 409, message: 'This order can no longer be changed.' },
  payment_in_progress: {
    status: 409,
    message: 'A payment is already in progress. Please wait a moment.',
  },
  nothing_to_refund: { status: 409, message: 'There is nothing left to refund.' },
  refund_waiting: {
    status: 409,
    message: 'A refund of this order is waiting for a second person to approve it.',
  },
  refund_refused: {
    status: 409,
    message: 'The card provider did not accept the refund. The purchase stays as it was.',
  },
  evidence_not_accepted: {
    status: 409,
    message: 'The bank takes no more evidence for this dispute.',
  },
  evidence_late: { status: 409, message: 'The due date for evidence has passed.' },
  evidence_refused: {
    status: 409,
    message: 'The card provider did not accept the evidence. Nothing was sent to the bank.',
  },
  swap_not_allowed: {
    status: 409,
    message:
      'You can swap an album once, within 48 hours, for one of the same price, before you open or download its photos without the watermark.',
  },
  swap_price_higher: {
    status: 409,
    message: 'This costs more than what was paid. Only a super user can allow it, with a memo.',
  },
  coupon_invalid: { status: 409, message: 'This code is not valid or has expired.' },
  coupon_other_team: { status: 409, message: 'This code is only for certain teams.' },
  coupon_used_up: { status: 409, message: 'This code has reached its usage limit.' },
  not_a_pool: { status: 409, message: 'This order is not shared.' },
  pool_albums_only: {
    status: 409,
    message: 'Only albums can be shared. Buy the photos in an order of their own.',
  },
  pool_too_small: { status: 409, message: 'This order is too small to share.' },
  pool_started: { status: 409, message: 'Shares of this order have already been taken, so it stays shared.' },
  gift_or_pool: {
    status: 409,
    message: 'An order is either a gift or shared with others. Turn one of them off first.',
  },
  gift_from_cart: { status: 409, message: 'Put the item into your cart to buy it as a gift.' },
  invite_to_self: { status: 409, message: 'This is your own address. Enter the address of somebody else.' },
  gift_to_self: { status: 409, message: 'This is your own address. Enter the address of the recipient.' },
  pool_full: {
    status: 409,
    message: 'This group order is full. You can still buy the album yourself.',
  },
  shares_taken: { status: 409, message: 'Not enough shares are left.' },
  downloads_used_up: {
    status: 403,
    message: 'You have used all downloads of this album. Contact us if you need more.',
  },
  download_link_expired: {
    status: 403,
    message: 'This download link has expired. Start the download again.',
  },
  download_suspended: {
    status: 403,
    message: 'The payment for this album is disputed with your bank, so you cannot download it for now.',
  },
  album_incomplete: {
    status: 503,
    message: 'A photo in this album cannot be read right now. We have been notified. Please try again later.',
  },
  price_changed: { status: 409, message: 'The price has changed.' },
  too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media: { status: 415, message: 'This content type is not supported.' },
  unprocessable: { status: 422, message: 'The file could not be read.' },
  reference_refused: { status: 422, message: 'This photo cannot be used to recognize your athlete.' },
  faces_unavailable: { status: 503, message: 'Face matching is currently turned off.' },
  card_attempts_exceeded: {
    status: 429,
    message: 'Too many cards were declined. Please wait a while, or write to us.',
  },
  resets_exceeded: { status: 429, message: 'Limits were reset too often today. Ask a super user.' },
  covers_exceeded: { status: 429, message: 'Confirm your email address to see more photos.' },
  too_many_requests: { status: 429, message: 'Too many attempts. Please wait a while and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  payments_unavailable: {
    status: 503,
    message: 'We could not reach our card provider. Please try again in a moment.',
  },
  payment_unclear: {
    status: 503,
    message:
      'We could not reach our card provider, so we do not know yet whether this payment went through. We keep checking, and you are never charged twice.',
  },
  storage_full: {
    status: 503,
    message: 'There is no room for more photos at the moment. Please try again later.',
  },
  busy: {
    status: 503,
    message: 'Many people are logging in right now. Please try again in a few seconds.',
  },
  unavailable: { status: 503, message: 'The site is not ready yet. Please try again in a moment.' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
