import type { WriteRequest } from './store.ts';

// In some browsers, only workers can write to the origin private file system. Posts the error, or undefined on success.

const write = async ({ folder, id, bytes }: WriteRequest): Promise<void> => {
  const root = await navigator.storage.getDirectory();
  const directory = await root.getDirectoryHandle(folder, { create: true });
  const file = await directory.getFileHandle(id, { create: true });
  const content = await bytes.arrayBuffer();
  const accessHandle = await file.createSyncAccessHandle();
  try {
    const writtenBytes = accessHandle.write(content, { at: 0 });
    if (writtenBytes < content.byteLength) throw new DOMException('The disk is full.', 'QuotaExceededError');
    accessHandle.flush();
  } finally {
    accessHandle.close();
  }
};

self.onmessage = ({ data }: MessageEvent<WriteRequest>) =>
  write(data).then(
    () => self.postMessage(undefined),
    (error: unknown) => self.postMessage(error),
  );
