type Person = { userName: string; name?: string; surname?: string };

/** There is no full name in data that earlier versions have stored on phones. */
export const formatFullName = ({ userName, name = '', surname = '' }: Person): string =>
  `${name} ${surname}`.trim() || userName;
