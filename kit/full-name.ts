type Person = { userName: string; name?: string; surname?: string };

/** A person's full name, or the user name if there is none: phones have work from earlier versions without it. */
export const formatFullName = ({ userName, name = '', surname = '' }: Person): string =>
  `${name} ${surname}`.trim() || userName;
