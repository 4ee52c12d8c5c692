import type { User } from '#contract/entities/user.ts';
import { ROLES } from '#contract/rules/permissions.ts';
import { isFlag, isList, isNumber, isObject, isText, orNull, shapeOf } from './stored-shape.ts';

/** False for a user that was stored by a release whose users lacked a field. */
export const isStoredUser = shapeOf<User>({
  id: isNumber,
  email: isText,
  username: isText,
  email_proven: isFlag,
  logs_in_by_link: isFlag,
  first_name: isText,
  last_name: isText,
  name: isText,
  birth_date: orNull(isText),
  agreed_to_terms: isFlag,
  terms_due: orNull(isNumber),
  country: orNull(isText),
  city: orNull(isText),
  state: orNull(isText),
  zip_code: orNull(isText),
  phone_number: orNull(isText),
  phone_verified: isFlag,
  has_modified_notification_settings: orNull(isText),
  type: (value) => (ROLES as readonly unknown[]).includes(value),
  second_factor_on: isFlag,
  second_factor_needed: isFlag,
  suspended_at: orNull(isText),
  created_at: isText,
  awaits_album: isFlag,
  team_subscriptions: isList,
  cart: orNull(isObject),
  payment_sources: isList,
});
