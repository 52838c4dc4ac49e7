// Stores values in the browser. If the browser's storage is blocked or full, nothing is stored.

type StorageName = 'localStorage' | 'sessionStorage';

export const readStoredText = (storage: StorageName, key: string): string | null => {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
};

export const storeText = (storage: StorageName, key: string, text: string | undefined): void => {
  try {
    if (text === undefined) window[storage].removeItem(key);
    else window[storage].setItem(key, text);
  } catch {
    // The storage is blocked or full.
  }
};

export const readStoredJson = (storage: StorageName, key: string): unknown => {
  try {
    return JSON.parse(readStoredText(storage, key) ?? '');
  } catch {
    return undefined;
  }
};

export const storeJson = (storage: StorageName, key: string, value: unknown): void =>
  storeText(storage, key, JSON.stringify(value));
