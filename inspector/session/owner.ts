/** Whose device this is: known without a network, until they sign out. */
export type Owner = {
  /** The device, among those of its person. */
  deviceId: string;
  tenancyName: string;
  id: number;
  userName: string;
  name: string;
  surname: string;
  teamIds: readonly string[];
};

/** Its place in `localStorage`. */
export const OWNER_PLACE = 'ronda.owner';

export const readOwner = (): Owner | undefined => {
  const text = localStorage.getItem(OWNER_PLACE);
  return text === null ? undefined : (JSON.parse(text) as Owner);
};

export const keepOwner = (owner: Owner): void => localStorage.setItem(OWNER_PLACE, JSON.stringify(owner));

export const forgetOwner = (): void => localStorage.removeItem(OWNER_PLACE);

/** What the owner has here is kept under this name, apart from what others have who share the device. */
export const storeNameOf = ({ tenancyName, id }: Owner): string => `${tenancyName}-${id}`;

const TO_SIGN_OUT = 'ronda.inspector.to-sign-out';

/** Somebody has signed out without a network: the server is told at the next start. */
export const keepToSignOut = (): void => localStorage.setItem(TO_SIGN_OUT, 'yes');
export const isToSignOut = (): boolean => localStorage.getItem(TO_SIGN_OUT) !== null;
export const forgetToSignOut = (): void => localStorage.removeItem(TO_SIGN_OUT);
