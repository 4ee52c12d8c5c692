import {
  ALBUMS_EXCEEDED_MESSAGE,
  PROGRAMS_EXCEEDED_MESSAGE,
  VIEWS_EXCEEDED_MESSAGE,
} from './rules/albums.ts';
import { LOGIN_FAILED_MESSAGE, NOT_FOUND_MESSAGE, PAYMENT_FAILED_MESSAGE } from './rules/sentences.ts';

type ErrorEntry = { status: number; message: string };

/** Messages that customers can read are translated; those only staff can get stay in English. */
export const ERRORS = {
  invalid_request: { status: 400, message: /*i18n*/ 'That didn’t work. Please check what you entered.' },
  malformed_json: { status: 400, message: 'The request body is not valid JSON.' },
  link_invalid: { status: 400, message: /*i18n*/ 'This link no longer works. Ask for a new one.' },
  code_invalid: { status: 400, message: /*i18n*/ 'That code is wrong or has expired.' },
  not_logged_in: { status: 401, message: /*i18n*/ 'Please log in.' },
  token_invalid: { status: 401, message: /*i18n*/ 'Please log in again.' },
  token_expired: { status: 401, message: /*i18n*/ 'Your session has expired. Please log in again.' },
  login_failed: { status: 401, message: LOGIN_FAILED_MESSAGE },
  passkey_invalid: { status: 400, message: /*i18n*/ 'That passkey didn’t work. Please try again.' },
  second_factor_required: { status: 401, message: /*i18n*/ 'One more step to log in.' },
  challenge_expired: { status: 401, message: /*i18n*/ 'That took too long. Please log in again.' },
  card_declined: { status: 402, message: /*i18n*/ 'Your card was declined. Please try another card.' },
  insufficient_funds: {
    status: 402,
    message: /*i18n*/ 'Your card doesn’t have enough funds. Please try another card.',
  },
  card_unusable: { status: 402, message: /*i18n*/ 'This card no longer works. Please use another one.' },
  expired_card: { status: 402, message: /*i18n*/ 'Your card has expired. Please use another card.' },
  incorrect_cvc: {
    status: 402,
    message: /*i18n*/ 'The security code doesn’t match your card. Please check it.',
  },
  authentication_failed: {
    status: 402,
    message: /*i18n*/ 'Your bank couldn’t confirm this payment. Please try again or use another card.',
  },
  processing_error: { status: 402, message: PAYMENT_FAILED_MESSAGE },
  forbidden: { status: 403, message: /*i18n*/ 'You don’t have access to this.' },
  not_for_yourself: { status: 403, message: 'Ask a colleague to do this for your own account.' },
  second_person_needed: { status: 403, message: 'Someone else has to approve this refund.' },
  second_factor_setup_required: {
    status: 403,
    message: 'Set up two-step login on your profile page to go on.',
  },
  mailed_code_required: { status: 403, message: /*i18n*/ 'Enter the code we emailed you to continue.' },
  account_suspended: {
    status: 403,
    message: /*i18n*/ 'This account is on hold. Write to us if you think that’s a mistake.',
  },
  address_unverified: { status: 403, message: /*i18n*/ 'Confirm your email address to continue.' },
  views_exceeded: { status: 403, message: VIEWS_EXCEEDED_MESSAGE },
  programs_exceeded: { status: 403, message: PROGRAMS_EXCEEDED_MESSAGE },
  albums_exceeded: { status: 403, message: ALBUMS_EXCEEDED_MESSAGE },
  image_token_invalid: { status: 403, message: /*i18n*/ 'Open the album again to see this photo.' },
  password_wrong: { status: 403, message: /*i18n*/ 'That’s not your current password.' },
  not_found: { status: 404, message: NOT_FOUND_MESSAGE },
  account_deleted: { status: 404, message: 'This account was deleted. Only its orders are kept.' },
  email_taken: {
    status: 409,
    message: /*i18n*/ 'There’s already an account with this email. Log in instead.',
  },
  guardian_unverified: {
    status: 403,
    message:
      /*i18n*/ 'Confirm your phone number, or pay by card once, before you add a photo of your athlete.',
  },
  same_address: { status: 409, message: /*i18n*/ 'This is already your email address.' },
  address_verified: { status: 409, message: /*i18n*/ 'Your email address is already confirmed.' },
  phone_not_verified: {
    status: 409,
    message: /*i18n*/ 'Confirm your phone number before you turn on texts.',
  },
  last_second_factor: {
    status: 409,
    message: /*i18n*/ 'Set up another second step before you remove this one.',
  },
  already_exists: { status: 409, message: /*i18n*/ 'This already exists.' },
  conflict: { status: 409, message: /*i18n*/ 'This changed in the meantime. Reload the page and try again.' },
  changed_meanwhile: {
    status: 409,
    message: 'Someone changed this while you were editing. Compare both versions, then save again.',
  },
  staff_account: {
    status: 409,
    message: 'A staff account cannot be deleted. Ask an administrator to make it a customer account first.',
  },
  export_running: {
    status: 409,
    message: /*i18n*/ 'Your data is already downloading. Please wait until it’s done.',
  },
  too_late_to_undo: { status: 409, message: 'This can no longer be undone. You can decide again.' },
  view_before_purchase: { status: 409, message: /*i18n*/ 'View the album once before you buy it.' },
  consent_needed: { status: 409, message: /*i18n*/ 'Please check the box to agree first.' },
  too_many: { status: 409, message: /*i18n*/ 'You’ve reached the limit.' },
  event_archived: {
    status: 409,
    message: /*i18n*/ 'This event has ended. Its photos can’t be viewed or bought anymore.',
  },
  not_for_sale: { status: 409, message: /*i18n*/ 'This isn’t for sale anymore.' },
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
  order_changed: {
    status: 409,
    message: /*i18n*/ 'Your order has changed. Check the new total before you pay.',
  },
  already_owned: { status: 409, message: /*i18n*/ 'You already own this.' },
  already_in_cart: { status: 409, message: /*i18n*/ 'This is already in your cart.' },
  album_in_cart: {
    status: 409,
    message: /*i18n*/ 'This photo is already in your cart as part of the whole album.',
  },
  cart_full: { status: 409, message: /*i18n*/ 'Your cart is full. Check out first, then add more.' },
  cart_empty: { status: 409, message: /*i18n*/ 'Your cart is empty!' },
  amount_too_large: {
    status: 409,
    message: /*i18n*/ 'A card can be charged $999,999.99 at most. Please split this into several orders.',
  },
  tax_place_needed: {
    status: 409,
    message: /*i18n*/ 'Tell us where you live, so that we can work out the tax.',
  },
  tax_place_unknown: {
    status: 409,
    message: /*i18n*/ 'We couldn’t find this ZIP code. Please check it.',
  },
  tax_unavailable: {
    status: 503,
    message: /*i18n*/ 'We couldn’t work out the tax just now. Please try again in a moment.',
  },
  order_closed: { status: 409, message: /*i18n*/ 'This order can’t be changed anymore.' },
  payment_in_progress: {
    status: 409,
    message: /*i18n*/ 'Your payment is still going through. Give it a moment.',
  },
  nothing_to_refund: { status: 409, message: 'There is nothing left to refund.' },
  refund_too_high: { status: 409, message: 'That is more than is left to refund.' },
  order_disputed: {
    status: 409,
    message: 'A bank is disputing this order. Say why it should be refunded anyway.',
  },
  refunded_meanwhile: {
    status: 409,
    message: 'This order was refunded a moment ago. See what is left before you refund more.',
  },
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
      /*i18n*/ 'You can swap an album once, within 48 hours, for one at the same price, as long as you haven’t opened or downloaded its photos without the watermark.',
  },
  swap_price_higher: {
    status: 409,
    message: 'This costs more than what was paid. Only an administrator can allow it, with a memo.',
  },
  coupon_invalid: { status: 409, message: /*i18n*/ 'This code isn’t valid or has expired.' },
  coupon_other_event: { status: 409, message: /*i18n*/ 'This code only works for certain events.' },
  coupon_other_team: { status: 409, message: /*i18n*/ 'This code only works for certain teams.' },
  coupon_in_use: { status: 409, message: 'Orders already use this code, so its discount can’t change.' },
  coupon_used_up: { status: 409, message: /*i18n*/ 'This code has been used up.' },
  not_a_pool: { status: 409, message: /*i18n*/ 'This isn’t a group order.' },
  pool_albums_only: {
    status: 409,
    message: /*i18n*/ 'Only albums can go into a group order. Buy the photos separately.',
  },
  pool_too_small: { status: 409, message: /*i18n*/ 'This order is too small for a group order.' },
  pool_started: {
    status: 409,
    message: /*i18n*/ 'Other parents have already joined, so this stays a group order.',
  },
  gift_or_pool: {
    status: 409,
    message: /*i18n*/ 'An order can be a gift or a group order, not both. Turn one of them off first.',
  },
  gift_from_cart: { status: 409, message: /*i18n*/ 'To give this as a gift, add it to your cart first.' },
  invite_to_self: { status: 409, message: /*i18n*/ 'That’s your own address. Enter someone else’s.' },
  gift_to_self: {
    status: 409,
    message: /*i18n*/ 'That’s your own address. Enter the address of the person you’re giving this to.',
  },
  pool_full: {
    status: 409,
    message: /*i18n*/ 'This group order is full. You can still buy the album yourself.',
  },
  shares_taken: { status: 409, message: /*i18n*/ 'There aren’t enough shares left.' },
  downloads_used_up: {
    status: 403,
    message: /*i18n*/ 'You’ve used all your downloads for this album. Write to us if you need more.',
  },
  download_link_expired: {
    status: 403,
    message: /*i18n*/ 'This download link has expired. Start the download again.',
  },
  download_suspended: {
    status: 403,
    message:
      /*i18n*/ 'Your bank is looking into the payment for this album, so you can’t download it right now.',
  },
  album_incomplete: {
    status: 503,
    message:
      /*i18n*/ 'We can’t load one of the photos in this album right now. We’re on it. Please try again later.',
  },
  price_changed: { status: 409, message: /*i18n*/ 'The price has changed.' },
  too_large: { status: 413, message: /*i18n*/ 'That’s too large to send.' },
  unsupported_media: { status: 415, message: 'This content type is not supported.' },
  unprocessable: { status: 422, message: /*i18n*/ 'We couldn’t read that file.' },
  reference_refused: { status: 422, message: /*i18n*/ 'We can’t use this photo to find your athlete.' },
  faces_unavailable: { status: 503, message: /*i18n*/ 'Finding your athlete is turned off right now.' },
  card_attempts_exceeded: {
    status: 429,
    message: /*i18n*/ 'Too many cards were declined. Please wait a while, or write to us.',
  },
  resets_exceeded: { status: 429, message: 'Limits were reset too often today. Ask an administrator.' },
  covers_exceeded: { status: 429, message: /*i18n*/ 'Confirm your email address to see more photos.' },
  too_many_requests: {
    status: 429,
    message: /*i18n*/ 'Too many attempts. Please wait a while and try again.',
  },
  internal: { status: 500, message: /*i18n*/ 'Something went wrong on our side. Please try again.' },
  payments_unavailable: {
    status: 503,
    message: /*i18n*/ 'We can’t reach our payment service right now. Please try again in a moment.',
  },
  payment_unclear: {
    status: 503,
    message:
      /*i18n*/ 'We can’t reach our payment service, so we don’t know yet if your payment went through. We keep checking, and you’re never charged twice.',
  },
  storage_full: {
    status: 503,
    message: 'There is no room for more photos at the moment. Please try again later.',
  },
  busy: {
    status: 503,
    message: /*i18n*/ 'It’s really busy right now. Please try again in a few seconds.',
  },
  not_own_team: {
    status: 403,
    message: /*i18n*/ 'You can only ask for this on photos of your own teams. Save your team first.',
  },
  faces_not_searched: {
    status: 409,
    message: /*i18n*/ 'We haven’t looked for faces on all of these photos, so we can’t cover them.',
  },
  too_many_covers: {
    status: 409,
    message: /*i18n*/ 'You’ve reached the limit for covered faces. Write to us and we’ll help.',
  },
  covers_too_large: { status: 400, message: /*i18n*/ 'Use fewer or smaller covers.' },
  cover_declined: {
    status: 409,
    message: /*i18n*/ 'We looked at this face before and couldn’t cover it. Write to us if it’s your child.',
  },
  unavailable: { status: 503, message: /*i18n*/ 'We’re just starting up. Please try again in a moment.' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
