// People type codes, so case and surrounding spaces do not matter.

export const COUPON_CODE = /^[A-Z0-9-]{3,40}$/;
export const COUPON_CODE_PROBLEM = 'Use 3 to 40 letters, digits or dashes';

export function readCouponCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return COUPON_CODE.test(code) ? code : undefined;
}
