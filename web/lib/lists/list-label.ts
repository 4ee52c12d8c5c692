/** The name of a list for screen readers: `user-orders` is read as "User orders". */
export function listLabel({ name }: { name: string }): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
