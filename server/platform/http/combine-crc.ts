// The CRC-32 of a text from those of its parts, so that a long part is read once. A CRC is a polynomial over bits, stored with
// its highest power in the lowest bit; text that follows multiplies it by a power of x.

const CRC_POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
const X_TO_THE_8 = 0x00800000;

function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = 31; bit >= 0; bit -= 1) {
    if ((a >>> bit) & 1) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ CRC_POLYNOMIAL : shifted >>> 1;
  }
  return product >>> 0;
}

/** What a CRC is multiplied by when so many bytes follow. */
export function shiftOfBytes(sizeBytes: number): number {
  let shift = ONE;
  let square = X_TO_THE_8;
  for (let left = sizeBytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = multiply(square, shift);
    square = multiply(square, square);
  }
  return shift;
}

export function combineCrc(before: number, { crc, shift }: { crc: number; shift: number }): number {
  return (multiply(shift, before) ^ crc) >>> 0;
}
