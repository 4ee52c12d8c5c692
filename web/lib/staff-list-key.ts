/** Begins with "staff", like everything that an upload or an edit refreshes. */
export const listKey = ({ name }: { name: string }) => ['staff', 'lists', name] as const;
