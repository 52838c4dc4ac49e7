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

const PLACE = 'ronda.owner';

export const readOwner = (): Owner | undefined => {
  const text = localStorage.getItem(PLACE);
  return text === null ? undefined : (JSON.parse(text) as Owner);
};

export const keepOwner = (owner: Owner): void => localStorage.setItem(PLACE, JSON.stringify(owner));

export const forgetOwner = (): void => localStorage.removeItem(PLACE);

/** What the owner has here is kept under this name, apart from what others have who share the device. */
export const storeNameOf = ({ tenancyName, id }: Owner): string => `${tenancyName}-${id}`;
