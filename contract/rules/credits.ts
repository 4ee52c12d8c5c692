// Two credits name the same person if they differ only in case, accents and spaces.

export function creditKey(name: string): string {
  const plain = name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return (plain.trim() || name).normalize('NFC').replace(/\s+/g, ' ').trim();
}
