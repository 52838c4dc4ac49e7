/** The storage that the browser grants to this app, in bytes. */
export type StorageSpace = { left: number; isPersistent: boolean };

/** Show a warning below this: space for about fifty pictures. */
export const LOW_STORAGE_BYTES = 50 * 1024 * 1024;

/**
 * Asks the browser to keep the data until the person removes it. Without this, the browser may delete it when storage
 * is low.
 */
export const requestPersistence = async (): Promise<void> => {
  if (!(await navigator.storage.persisted())) await navigator.storage.persist();
};

export const readStorageSpace = async (): Promise<StorageSpace> => {
  const [{ quota = 0, usage = 0 }, isPersistent] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted(),
  ]);
  return { left: quota - usage, isPersistent };
};
