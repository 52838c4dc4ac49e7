import type { WriteRequest } from './store.ts';

// A worker that writes one file because some browsers let only workers write to the private file system. It posts
// undefined once all bytes are on disk, or otherwise the error.

const write = async ({ folder, id, bytes }: WriteRequest): Promise<void> => {
  const root = await navigator.storage.getDirectory();
  const directory = await root.getDirectoryHandle(folder, { create: true });
  const file = await directory.getFileHandle(id, { create: true });
  const content = await bytes.arrayBuffer();
  const access = await file.createSyncAccessHandle();
  try {
    const written = access.write(content, { at: 0 });
    if (written < content.byteLength) throw new DOMException('The disk is full.', 'QuotaExceededError');
    access.flush();
  } finally {
    access.close();
  }
};

self.onmessage = ({ data }: MessageEvent<WriteRequest>) =>
  write(data).then(
    () => self.postMessage(undefined),
    (error: unknown) => self.postMessage(error),
  );
