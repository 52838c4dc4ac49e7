import { OWNER_PLACE, type Owner, storeNameOf } from './owner.ts';

/** Another window has signed somebody out or in: what this one shows is no longer this device's. */
export const whenOwnerChanges = (tell: () => void): void =>
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === OWNER_PLACE && personIn(oldValue) !== personIn(newValue)) tell();
  });

const personIn = (text: string | null) => text && storeNameOf(JSON.parse(text) as Owner);
