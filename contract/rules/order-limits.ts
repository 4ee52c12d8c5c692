// How much one order and its gift message can hold.

export const MOST_CART_ITEMS = 200;
export const MOST_GIFT_MESSAGE = 300;
