// Values stored in the browser. If its storage is blocked or full, they last only as long as the page.

type StorageName = 'localStorage' | 'sessionStorage';

export const readStoredText = (storage: StorageName, key: string): string | null => {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
};

/** Stores a string, or removes the stored one if `text` is undefined. */
export const storeText = (storage: StorageName, key: string, text: string | undefined): void => {
  try {
    if (text === undefined) window[storage].removeItem(key);
    else window[storage].setItem(key, text);
  } catch {
    // Blocked or full.
  }
};

/** Reads a value stored as JSON; undefined if there is none. */
export const readStoredJson = (storage: StorageName, key: string): unknown => {
  try {
    return JSON.parse(readStoredText(storage, key) ?? '');
  } catch {
    return undefined;
  }
};

export const storeJson = (storage: StorageName, key: string, value: unknown): void =>
  storeText(storage, key, JSON.stringify(value));
