/** When customers can expect an answer; said at the top of the chat. */
export const SUPPORT_HOURS = 'We answer every day from 8 am to 8 pm Mountain Time, mostly within the hour.';
