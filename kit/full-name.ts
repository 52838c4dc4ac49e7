type Person = { userName: string; name?: string; surname?: string };

/** Data stored on phones by earlier versions has no full name. */
export const formatFullName = ({ userName, name = '', surname = '' }: Person): string =>
  `${name} ${surname}`.trim() || userName;
