/** What the browser grants to this app on this device, in bytes. */
export type Room = { left: number; isPersistent: boolean };

/** Below this somebody should know: some fifty pictures. */
export const LITTLE_ROOM = 50 * 1024 * 1024;

/** Asks the browser to keep what is here until its person removes it; without that it may make room with it. */
export const askToKeep = async (): Promise<void> => {
  if (!(await navigator.storage.persisted())) await navigator.storage.persist();
};

export const readRoom = async (): Promise<Room> => {
  const [{ quota = 0, usage = 0 }, isPersistent] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted(),
  ]);
  return { left: quota - usage, isPersistent };
};
