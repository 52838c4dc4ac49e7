export type StorageSpace = { freeBytes: number; isPersistent: boolean };

/** Users are warned below this much free storage: about fifty pictures. */
export const LOW_STORAGE_BYTES = 50 * 1024 * 1024;

export const requestPersistence = async (): Promise<void> => {
  if (!(await navigator.storage.persisted())) await navigator.storage.persist();
};

export const readStorageSpace = async (): Promise<StorageSpace> => {
  const [{ quota = 0, usage = 0 }, isPersistent] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted(),
  ]);
  return { freeBytes: quota - usage, isPersistent };
};
