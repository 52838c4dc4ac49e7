type Person = { userName: string; name?: string; surname?: string };

/** Returns the user name if there is no full name, as in data that earlier versions have stored on phones. */
export const formatFullName = ({ userName, name = '', surname = '' }: Person): string =>
  `${name} ${surname}`.trim() || userName;
