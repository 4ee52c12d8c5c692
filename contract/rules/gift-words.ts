// A gift is named by the address of its recipient, which is erased when they delete their account.

export function giftInWords(email: string | null): string {
  return email === null ? 'Gift' : `Gift for ${email}`;
}
